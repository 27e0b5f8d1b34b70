import { allYears, centsOf, type Donor, donorsIn, inYear } from './gifts'
import { euros, meanEuros, rate } from './rounding'

/** What the largest donors gave, one in so many, of what all gave. */
function share(donors: readonly Donor[], year: number, oneIn: number): number | null {
  const amounts = donorsIn(donors, year)
    .map((donor) => centsOf(inYear(donor, year)))
    .sort((a, b) => b - a)
  const sum = (cents: readonly number[]) => cents.reduce((a, b) => a + b, 0)
  return rate(sum(amounts.slice(0, Math.ceil(amounts.length / oneIn))), sum(amounts))
}

/** `published`: the donors as they counted when the figures were computed. */
export const reperes = (donors: readonly Donor[], published: readonly Donor[]) => ({
  data: allYears(donors).map((annee) => {
    const gifts = donors.flatMap((donor) => inYear(donor, annee))
    const amounts = published
      .flatMap((donor) => inYear(donor, annee))
      .map(({ cents }) => cents)
      .sort((a, b) => a - b)
    const median = amounts[Math.ceil(amounts.length / 2) - 1]
    const count = donorsIn(donors, annee).length
    return {
      annee,
      don_median: median === undefined ? null : euros(median),
      montant_par_donateur: count === 0 ? null : meanEuros(centsOf(gifts), count),
      concentration: {
        un_pour_cent: share(published, annee, 100),
        dix_pour_cent: share(published, annee, 10),
      },
    }
  }),
})
