import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { health, live, parametres, ready } from '#contract/health.ts'
import type { Config } from '../config'
import type { Db } from '../database/connect'
import { route } from './route'

const VERSION = process.env['npm_package_version'] ?? '0.1.0'

/** Whether the database answers within 3 seconds. */
export async function answers(db: Db): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, 3_000, false)
  })
  const ping = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  return Promise.race([ping, late]).finally(() => clearTimeout(timer))
}

export function registerHealth(app: FastifyInstance, deps: { config: Config; db: Db }): void {
  route(app, health, async ({ reply }) => {
    const healthy = await answers(deps.db)
    if (!healthy) reply.code(503)
    return { status: healthy ? ('healthy' as const) : ('unhealthy' as const), version: VERSION }
  })
  route(app, live, () => ({ status: 'live' as const }))
  route(app, ready, async ({ reply }) => {
    const isNow = await answers(deps.db)
    if (!isNow) reply.code(503)
    return { status: isNow ? ('ready' as const) : ('not ready' as const) }
  })
  route(app, parametres, () => ({ campagne_produit: deps.config.CAMPAGNE_PRODUIT }))
}
