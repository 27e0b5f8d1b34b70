import type { FastifyInstance } from 'fastify'
import { donationsList, donationsStats } from '#contract/donations.ts'
import type { Db } from '../database/connect'
import { route } from '../http/route'
import { listDonations } from './list'
import { keepReleves } from './releve'
import { readStats } from './stats'

/** Registers the donations list and its stat cards: as the data is now, never waiting for a refresh. */
export function registerDonations(app: FastifyInstance, { db }: { db: Db }): void {
  const readReleve = keepReleves()
  route(app, donationsList, ({ query }) => listDonations(db, readReleve, query))
  route(app, donationsStats, ({ query }) => readStats(db, readReleve, query.year))
}
