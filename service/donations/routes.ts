import type { FastifyInstance } from 'fastify'
import { donationsList, donationsStats } from '#contract/donations.ts'
import type { Db } from '../database/connect'
import { route } from '../http/route'
import { readAnnees, readingTogether } from './annees'
import { listDonations } from './list'
import { keepReleves } from './releve'
import { readStats } from './stats'

/**
 * Registers the donations list and its stat cards: as the data is now, never waiting for a refresh.
 * `prepareDonations` computes what the first visitor of each year would wait for after a change of the data.
 */
export function registerDonations(
  app: FastifyInstance,
  { db }: { db: Db },
): { prepareDonations: () => Promise<void> } {
  const readReleve = keepReleves()
  route(app, donationsList, ({ query }) => listDonations(db, readReleve, query))
  route(app, donationsStats, ({ query }) => readStats(db, readReleve, query.year))

  async function prepareDonations(): Promise<void> {
    for (const { annee } of await readAnnees(db))
      await readingTogether(db, (transaction) => readReleve(transaction, annee))
  }
  return { prepareDonations }
}
