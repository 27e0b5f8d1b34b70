import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from '../../platform/database/connect'
import { expireJobs } from '../../platform/jobs/expire'
import { keep } from '../../platform/jobs/keep'
import { expireDead } from '../entries/dead'
import { expireLectures } from '../fichiers/notees'
import { dropFailed, forget, forgetIn } from '../staging/forget'
import { forgetBefore } from '../writing/before'

const PERIOD_MS = 5_000

/** How long a staged file is kept; one dated tomorrow, staged before the clock stepped back, expires too. */
const IS_FORGOTTEN = sql<boolean>`
  depose_le not between clock_timestamp() - interval '24 hours' and clock_timestamp() + interval '24 hours'`

/** How long rejects can be downloaded. */
const REJECTS_KEPT = sql<Date>`greatest(
  clock_timestamp() - interval '30 days',
  (select depose_le from fichiers order by depose_le desc offset 200 limit 1))`

/** Removes expired staged files, and old rejects except those of the latest files. */
export async function forgetOldFiles(db: Db): Promise<void> {
  const old = db
    .selectFrom('fichiers')
    .leftJoin('imports', 'imports.fichier_id', 'fichiers.fichier_id')
    .select('fichiers.fichier_id')
    .where('en_depot', '=', true)
    .where('lecture', 'is not', null)
    .where(IS_FORGOTTEN)
    .limit(20)
  const waiting = await old.where('statut', 'is', null).execute()
  for (const { fichier_id } of waiting) await forget(db, fichier_id)
  const failed = await old.where('statut', '=', 'error').execute()
  for (const { fichier_id } of failed) await dropFailed(db, fichier_id)

  await sql`
    delete from imports_rejets as r
    using fichiers as f
    where f.fichier_id = r.fichier_id and f.depose_le < ${REJECTS_KEPT}
  `.execute(db)
}

/** Ends the imports of dead processes, and removes the files they were staging. */
async function expire(db: Db, log: Logger): Promise<void> {
  const failed = await expireDead(db)
  if (failed > 0) log.warn({ failed }, 'imports interrompus')
  await expireJobs(db, 'staging', forgetIn)
  await expireLectures(db)
}

/** Sweeps periodically until `stop`, which awaits the current sweep. */
export const startSweeper = (db: Db, log: Logger): { stop: () => Promise<void> } =>
  keep(
    async () => {
      await expire(db, log)
      await forgetOldFiles(db)
      await forgetBefore(db)
    },
    (err) => log.warn({ err }, 'nettoyage des imports remis à plus tard'),
    PERIOD_MS,
  )
