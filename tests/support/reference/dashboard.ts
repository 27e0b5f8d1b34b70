import { centsOf, type Donor, donorsIn } from './gifts'
import { euros, meanEuros, rounded } from './rounding'

export function stats(donors: readonly Donor[], year: number) {
  const gifts = donors.flat().filter((gift) => gift.year === year)
  return {
    total_donateurs: donorsIn(donors, year).length,
    total_donations: gifts.length,
    montant_total: euros(centsOf(gifts)),
    montant_moyen: meanEuros(centsOf(gifts), gifts.length),
  }
}

export function graphiques(donors: readonly Donor[], year: number) {
  const gifts = donors.flat()
  const years: number[] = []
  const first = Math.min(...gifts.map((gift) => gift.year))
  for (let annee = first; annee <= year; annee += 1) years.push(annee)
  const of = (annee: number) => gifts.filter((gift) => gift.year === annee)
  /** The first year's value and as many steps as years gone by: of so many steps, the last but one is to be reached. */
  const forecast = (measure: (annee: number) => number, decimals: 0 | 2) => {
    const [from, to] = [BigInt(measure(first)), BigInt(measure(year - 1))]
    const steps = BigInt(year - 1 - first)
    const above = from * steps + (to - from) * BigInt(year - first)
    return above < 0n ? 0 : rounded(above, steps * 10n ** BigInt(decimals), decimals)
  }
  return {
    prevision:
      years.length < 3
        ? null
        : {
            annee: year,
            depuis: first,
            jusqua: year - 1,
            donations: forecast((annee) => of(annee).length, 0),
            montant: forecast((annee) => centsOf(of(annee)), 2),
          },
    donations_par_annee: years.map((annee) => ({ annee, nombre: of(annee).length })),
    montants_par_annee: years.map((annee) => ({ annee, montant: euros(centsOf(of(annee))) })),
  }
}

export function mensuelles(donors: readonly Donor[], year: number) {
  const donnees: Record<string, unknown[]> = {}
  for (const annee of [year - 3, year - 2, year - 1, year]) {
    const gifts = donors.flat().filter((gift) => gift.year === annee)
    if (gifts.length === 0) continue
    donnees[annee] = Array.from({ length: 12 }, (_, index) => {
      const ofMonth = gifts.filter((gift) => gift.month === index + 1)
      return {
        mois: index + 1,
        nombre_donations: ofMonth.length,
        montant_total: euros(centsOf(ofMonth)),
      }
    })
  }
  return { donnees_par_annee: donnees }
}
