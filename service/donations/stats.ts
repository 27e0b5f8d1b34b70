import type { DonationsStats } from '#contract/donations'
import type { ReadEtat } from './state'

const NONE: DonationsStats = {
  total_donations: 0,
  total_amount: 0,
  average_amount: 0,
  max_amount: 0,
}

const toCents = (euros: number) => Math.round(euros * 100)

/** The stat cards of a year (the latest with a gift if none is given): gifts only. */
export const readStats = (readEtat: ReadEtat, year: number | undefined): Promise<DonationsStats> =>
  readEtat(async (_transaction, etat) => {
    const shown = (await etat.annees()).find(({ annee }) => year === undefined || annee === year)
    if (!shown) return NONE
    const stored = await etat.releve(shown.annee)
    const exclus = await etat.exclus(shown.annee)
    const dons = stored.dons - exclus.dons
    const cents = toCents(stored.montant) - toCents(exclus.montant)
    return {
      total_donations: dons,
      total_amount: cents / 100,
      average_amount: Math.round(cents / dons) / 100,
      max_amount: shown.montant_max,
    }
  })
