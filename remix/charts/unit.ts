import {
  formatCount,
  formatEuros,
  formatMillions,
  formatMoney,
  formatThousands,
  plural,
} from '#figures/format'
import { roundTo } from '#figures/ratios'

/** What a chart counts. */
export type Unit = 'dons' | 'euros' | 'euros exacts'

interface Writing {
  /** A value in full, for tooltips. */
  full: (value: number) => string
  /** A value in short, for axes and labels. */
  short: (value: number) => string
  /** The smallest difference that `short` shows. */
  least: number
}

const DONS: Writing = {
  full: (value) => plural(roundTo(value, 0), 'don'),
  short: formatCount,
  least: 1,
}
const MILLIONS: Writing = { full: formatMoney, short: formatMillions, least: 100_000 }
const THOUSANDS: Writing = { full: formatMoney, short: formatThousands, least: 1_000 }
const EUROS: Writing = { full: formatMoney, short: formatEuros, least: 1 }

/**
 * How a chart whose axis ends at `top` writes its values: amounts in millions with one decimal, unless that
 * would write nothing but zeros. Exact ones are in euros as long as an axis has room for that.
 */
export const writingOf = (unit: Unit, top: number): Writing =>
  unit === 'dons'
    ? DONS
    : unit === 'euros exacts' && top < 100_000
      ? EUROS
      : ([MILLIONS, THOUSANDS].find(({ least }) => top >= least) ?? EUROS)
