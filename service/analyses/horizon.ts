import type { FastifyInstance } from 'fastify'
import { type Horizon, horizon } from '#contract/horizon'
import type { Db } from '../database/connect'
import { route } from '../http/route'

export function registerHorizon(app: FastifyInstance, { db }: { db: Db }): void {
  route(app, horizon, () => readHorizon(db))
}

/** The day up to which the data reach, and the year that is not over. */
export async function readHorizon(db: Db): Promise<Horizon> {
  const row = await db.selectFrom('horizon_a_jour').select('jour').executeTakeFirst()
  const day = row?.jour ?? null
  const isOver = day === null || day.endsWith('-12-31')
  return { horizon: day, annee_en_cours: isOver ? null : Number(day.slice(0, 4)) }
}
