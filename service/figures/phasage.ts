import { endOfMonth } from './format'
import { sum } from './ratios'

/** What one day brought; a month known only whole is one entry. */
export interface Apport {
  mois: number
  valeur: number
}

/** Fewest and most years whose months an aim follows. */
const LEAST = 3
const MOST = 5

/** A day that bears more than this part of its year, one in so many, is left out. */
const DAY_SHARE = 5

const TWELFTHS: readonly number[] = Array.from({ length: 12 }, () => 1 / 12)

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
}

/** Each month's share of a year, its outstanding days left out if `byDay`; undefined if nothing is left. */
function sharesOf(apports: readonly Apport[], byDay: boolean): number[] | undefined {
  const whole = sum(apports.map(({ valeur }) => valeur))
  const kept = byDay ? apports.filter(({ valeur }) => valeur * DAY_SHARE <= whole) : apports
  const total = sum(kept.map(({ valeur }) => valeur))
  if (total <= 0) return undefined
  return TWELFTHS.map(
    (_, at) => sum(kept.flatMap(({ mois, valeur }) => (mois === at + 1 ? [valeur] : []))) / total,
  )
}

/**
 * How an aim spreads over twelve months: the median share of each in the latest 3 to 5 of these complete years, scaled to
 * 1; with fewer, a twelfth each, and no years.
 */
export function phase(
  years: ReadonlyMap<number, readonly Apport[]>,
  byDay: boolean,
): { annees: number[]; parts: readonly number[] } {
  const known = [...years]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([annee, apports]) => {
      const shares = sharesOf(apports, byDay)
      return shares ? [{ annee, shares }] : []
    })
    .slice(-MOST)
  const medians = TWELFTHS.map((_, at) => median(known.map(({ shares }) => shares[at] ?? 0)))
  const scale = sum(medians)
  if (known.length < LEAST || scale <= 0) return { annees: [], parts: TWELFTHS }
  return { annees: known.map(({ annee }) => annee), parts: medians.map((part) => part / scale) }
}

/** The part of the aim due by a day: the months before it, and its month day by day. */
export function dueBy(parts: readonly number[], day: string): number {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const length = Number(endOfMonth(year, month).slice(-2))
  return sum(parts.slice(0, month - 1)) + ((parts[month - 1] ?? 0) * date) / length
}

/** How many months of its year are not over at the end of a day. */
export function monthsLeft(day: string): number {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return 12 - month + (day === endOfMonth(year, month) ? 0 : 1)
}
