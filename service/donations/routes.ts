import type { FastifyInstance } from 'fastify'
import { donationsCsv, donationsList, donationsStats } from '#contract/donations'
import { whileWanted } from '../platform/database/abandon'
import type { Db } from '../platform/database/connect'
import { csvRoute } from '../platform/http/csv'
import { route } from '../platform/http/route'
import { listDonations, writeList } from './list'
import { keepEtat } from './state'
import { readStats } from './stats'

/**
 * Registers the donations list and its stat cards: live data, never waiting for a refresh. `prepareDonations` warms the
 * caches that each year's first visitor would wait for, until `signal` fires.
 */
export function registerDonations(
  app: FastifyInstance,
  { db, files }: { db: Db; files: Db },
): { prepareDonations: (signal: AbortSignal) => Promise<void> } {
  const readEtat = keepEtat(db)
  route(app, donationsList, ({ query }) => listDonations(readEtat, query))

  csvRoute(app, donationsCsv, ({ query }) => ({
    name: `donations-${query.year}.csv`,
    lines: writeList(files, query),
  }))

  route(app, donationsStats, ({ query }) => readStats(readEtat, query))

  async function prepareDonations(signal: AbortSignal): Promise<void> {
    // As a visitor's read: who comes meanwhile shares it, and a locked table would hold up both.
    const annees = await whileWanted(signal, () => readEtat((_transaction, etat) => etat.annees()))
    for (const { annee } of annees)
      await whileWanted(signal, () => readEtat((_transaction, etat) => etat.releve(annee)))
  }
  return { prepareDonations }
}
