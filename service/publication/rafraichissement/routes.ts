import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import {
  fraicheur,
  type RefreshStatus,
  refreshViews,
  refreshViewsProgressive,
  refreshViewsStatus,
} from '#contract/rafraichissement'
import type { Config } from '../../config'
import type { Metrics } from '../../metrics'
import type { Database, Db } from '../../platform/database/connect'
import { readHorizon } from '../../platform/database/horizon'
import { readRoles } from '../../platform/database/migration/chiffres'
import { MIGRATIONS } from '../../platform/database/migration/files'
import { whileUnchanged } from '../../platform/database/stamp'
import { route } from '../../platform/http/route'
import { Problem } from '../../problem'
import { ARRETE } from './echec'
import { readFraicheur } from './fraicheur'
import { createRefresher } from './refresher'
import { readStatus } from './status'

/** Stores the VFL pattern where the views read it; a change makes a refresh due. */
async function recordMotifVfl(db: Db, motif: string): Promise<void> {
  await db
    .updateTable('parametres')
    .set({ campagne_vfl_motif: motif })
    .where('campagne_vfl_motif', '<>', motif)
    .execute()
}

/** Registers the refresh calls. Stale figures are refreshed automatically once the service listens. */
export function registerRafraichissement(
  app: FastifyInstance,
  deps: Database & {
    config: Config
    log: Logger
    metrics: Metrics
    onRefreshed: (signal: AbortSignal) => Promise<void>
  },
): void {
  const { config, db } = deps
  const refresher = createRefresher({ ...deps, database: deps })
  let roles: ReadonlyMap<string, string> = new Map()
  const readState = (id: string) => readStatus(db, id, roles)
  app.addHook('onReady', async () => {
    roles = await readRoles(MIGRATIONS)
    await recordMotifVfl(db, config.CAMPAGNE_VFL_MOTIF)
  })
  app.addHook('onListen', () => refresher.watch())
  app.addHook('onClose', () => refresher.stop())

  route(app, refreshViews, async () => {
    const status = await waitForEnd(readState, await refresher.start(), refresher.hasStopped)
    if (status.status === 'error')
      throw new Problem('indisponible', status.error ?? 'Erreur lors du rafraîchissement')
    return status
  })
  route(app, refreshViewsProgressive, async () => ({ refresh_id: await refresher.start() }))
  route(app, refreshViewsStatus, ({ params }) => readState(params.refresh_id))
  const readDernierDon = whileUnchanged(db, () => readHorizon(db))
  route(app, fraicheur, () => readFraicheur(db, readDernierDon))
}

/** Polls the status table, since another process may run the refresh: the longer that lasts, the less often. */
async function waitForEnd(
  readState: (id: string) => Promise<RefreshStatus>,
  id: string,
  hasStopped: () => boolean,
): Promise<RefreshStatus> {
  const begun = performance.now()
  for (;;) {
    const status = await readState(id)
    if (status.status === 'completed' || status.status === 'error') return status
    if (status.status === 'pending' && hasStopped()) throw new Problem('indisponible', ARRETE)
    await wait(Math.min(10 + (performance.now() - begun) / 10, 200))
  }
}
