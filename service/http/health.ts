import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { health, parametres } from '#contract/health.ts'
import type { Config } from '../config'
import type { Db } from '../database/connect'
import { route } from './route'

const VERSION = process.env['npm_package_version'] ?? '0.1.0'

async function answers(db: Db): Promise<boolean> {
  const late = new Promise<false>((resolve) => setTimeout(resolve, 3_000, false).unref())
  const ping = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  return Promise.race([ping, late])
}

export function registerHealth(app: FastifyInstance, deps: { config: Config; db: Db }): void {
  route(app, health, async ({ reply }) => {
    const healthy = await answers(deps.db)
    if (!healthy) reply.code(503)
    return { status: healthy ? ('healthy' as const) : ('unhealthy' as const), version: VERSION }
  })
  route(app, parametres, () => ({ campagne_produit: deps.config.CAMPAGNE_PRODUIT }))
}
