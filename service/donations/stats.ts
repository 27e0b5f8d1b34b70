import { sql } from 'kysely'
import type { DonationsStats } from '#contract/donations.ts'
import type { Db } from '../database/connect'
import { readAnnees, readingTogether } from './annees'
import type { ReadReleve } from './releve'

const NONE: DonationsStats = {
  total_donations: 0,
  total_amount: 0,
  average_amount: 0,
  max_amount: 0,
}

const toCents = (euros: number) => Math.round(euros * 100)

/** The gifts in a year of the donors excluded now. */
async function readExcluded(db: Db, annee: number): Promise<{ dons: number; montant: number }> {
  return db
    .selectFrom('donateurs_exclus')
    .innerJoin('donations', 'donations.contact_id', 'donateurs_exclus.contact_id')
    .select(({ fn }) => [
      fn.countAll<number>().as('dons'),
      fn.coalesce(fn.sum<number>('order_amount'), sql.lit(0)).as('montant'),
    ])
    .where('order_amount', '>', 0)
    .where('order_date', '>=', `${annee}-01-01`)
    .where('order_date', '<=', `${annee}-12-31`)
    .executeTakeFirstOrThrow()
}

/** The stat cards of a year (the latest with a gift where none is given): gifts only. */
export function readStats(
  db: Db,
  readReleve: ReadReleve,
  year: number | undefined,
): Promise<DonationsStats> {
  return readingTogether(db, async (transaction) => {
    const annees = await readAnnees(transaction)
    const shown = annees.find(({ annee }) => year === undefined || annee === year)
    if (!shown) return NONE
    const stored = await readReleve(transaction, shown.annee)
    const excluded = await readExcluded(transaction, shown.annee)
    const dons = stored.dons - excluded.dons
    const cents = toCents(stored.montant) - toCents(excluded.montant)
    return {
      total_donations: dons,
      total_amount: cents / 100,
      average_amount: Math.round(cents / dons) / 100,
      max_amount: shown.montant_max,
    }
  })
}
