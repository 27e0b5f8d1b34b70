import type { Random } from '../../service/programs/demo/random'

/** A day of a charity's year and what came on it, in cents. */
export interface CharityGift {
  day: string
  cents: number
}

/** A charity of which everything is known: its years whole, the last one too, and the day that the data end. */
export interface Charity {
  years: { annee: number; gifts: CharityGift[] }[]
  horizon: string
}

/** Percent of a year's gifts that each month brings. */
const SEASON = [5, 4, 6, 6, 5, 6, 3, 2, 7, 9, 18, 29] as const

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const
const two = (number: number) => String(number).padStart(2, '0')

/** A number of a normal law, by Box and Muller. */
export const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())

/**
 * A charity of 5 to 10 years of about 150 to 600 gifts. From year to year its gifts grow or shrink by a rate of its own
 * (normal, -5 % to +10 %) and by chance (log-normal, 10 %). In each year every month is more or less than its season
 * says (log-normal, 25 %), so that the share that has come by a given day differs. Amounts are log-normal
 * around 40 €. The data end on some day between April and November of the last year.
 */
export function charity(random: Random): Charity {
  const first = random.between(2005, 2015)
  const count = random.between(5, 10)
  const rate = 1 + random.between(-50, 100) / 1000
  const size = random.between(150, 600)
  const years = Array.from({ length: count }, (_, at) => {
    const annee = first + at
    const months = SEASON.map(
      (share, month) => [month, share * Math.exp(0.25 * normal(random))] as const,
    )
    const gifts = Array.from(
      { length: Math.round(size * rate ** at * Math.exp(0.1 * normal(random))) },
      () => {
        const month = random.weighted(months)
        const day = random.between(1, DAYS[month] ?? 28)
        return {
          day: `${annee}-${two(month + 1)}-${two(day)}`,
          cents: Math.max(100, Math.round(4000 * Math.exp(0.7 * normal(random)))),
        }
      },
    )
    return { annee, gifts }
  })
  const horizon = `${first + count - 1}-${two(random.between(4, 11))}-${two(random.between(1, 28))}`
  return { years, horizon }
}
