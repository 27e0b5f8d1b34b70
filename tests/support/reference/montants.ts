import { before as beforeDay, dayOf, now as upToNow, type Running } from './a-date'
import { allYears, centsOf, type Donor, donorsIn, inYear } from './gifts'
import { percent } from './rounding'

const BANDS: readonly (readonly [string, number, number])[] = [
  ['0-20', 0, 20],
  ['20-50', 20, 50],
  ['50-100', 50, 100],
  ['100-200', 100, 200],
  ['200-500', 200, 500],
  ['500-1000', 500, 1000],
  ['1000-2000', 1000, 2000],
  ['2000-5000', 2000, 5000],
  ['5000+', 5000, Infinity],
]

/** Donors of each year by the band of one amount of theirs: of the year's total, or of its last gift. */
export function montants(
  donors: readonly Donor[],
  amount: 'total' | 'last',
  running: Running | null,
) {
  const amountsOf = (some: readonly Donor[], annee: number) =>
    donorsIn(some, annee).map((donor) => {
      const gifts = inYear(donor, annee)
      return amount === 'total' ? centsOf(gifts) : (gifts.at(-1)?.cents ?? 0)
    })
  const tables = allYears(donors).map((annee) => ({ annee, cents: amountsOf(donors, annee) }))
  /** How many more than the year before up to the day. */
  const more = (annee: number, count: (amounts: number[]) => number) =>
    running?.year === annee &&
    running.comparable &&
    running.unmoved &&
    annee > (tables[0]?.annee ?? annee)
      ? upToNow(running, donors, (some, year) => count(amountsOf(some, year))) -
        beforeDay(running, donors, (some, year) => count(amountsOf(some, year)))
      : null
  const day = running && dayOf(running, running.year)
  return {
    a_date: running && day && { ...day, annee: running.year },
    metadata: { tranches_disponibles: BANDS.map(([name]) => name) },
    data: tables.map(({ annee, cents }, index) => {
      const before = tables[index - 1]?.cents
      return {
        annee,
        tranches: Object.fromEntries(
          BANDS.map(([name, from, to]) => {
            const count = (amounts: number[]) =>
              amounts.filter((amount) => amount >= from * 100 && amount < to * 100).length
            return [
              name,
              {
                nombre: count(cents),
                pourcentage: percent(count(cents), cents.length),
                difference: before ? count(cents) - count(before) : null,
                difference_a_date: more(annee, count),
              },
            ]
          }),
        ),
        total_donateurs: cents.length,
        difference_total: before ? cents.length - before.length : null,
        difference_total_a_date: more(annee, ({ length }) => length),
      }
    }),
  }
}
