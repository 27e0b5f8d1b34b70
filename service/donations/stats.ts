import type { DonationsFiltres, DonationsStats } from '#contract/donations'
import { centsOf, eurosEach } from '#figures/ratios'
import type { ReadEtat } from './state'

const NONE: DonationsStats = {
  total_donations: 0,
  total_amount: 0,
  average_amount: 0,
  max_amount: 0,
}

const meanGift = (cents: number, dons: number) => (dons > 0 ? eurosEach(cents, dons) : 0)

/** Stat cards of a year (by default the latest with a gift): gifts only, as filtered. */
export const readStats = (
  readEtat: ReadEtat,
  { year, ...filtres }: DonationsFiltres & { year?: number | undefined },
): Promise<DonationsStats> =>
  readEtat(async (_transaction, etat) => {
    const shown = (await etat.annees()).find(({ annee }) => year === undefined || annee === year)
    if (!shown || filtres.dons === '0') return NONE
    if (Object.values(filtres).some((value) => value !== undefined)) {
      const { donations, montant, reperes } = await etat.releve(shown.annee, {
        ...filtres,
        dons: '1',
      })
      return {
        total_donations: donations,
        total_amount: montant,
        average_amount: meanGift(centsOf(montant), donations),
        max_amount: Number(reperes[0]?.montant ?? 0),
      }
    }
    const stored = await etat.releve(shown.annee)
    const exclus = await etat.exclus(shown.annee)
    const dons = stored.dons - exclus.dons
    const cents = centsOf(stored.montant) - centsOf(exclus.montant)
    return {
      total_donations: dons,
      total_amount: cents / 100,
      average_amount: meanGift(cents, dons),
      max_amount: shown.montant_max,
    }
  })
