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
export type Unit = 'dons' | 'donateurs' | 'euros' | 'euros exacts'

interface Writing {
  /** Full format, for tooltips. */
  full: (value: number) => string
  /** Short format, for axes and labels. */
  short: (value: number) => string
  /** The smallest difference visible in `short`. */
  least: number
}

const DONS: Writing = {
  full: (value) => plural(roundTo(value, 0), 'don'),
  short: formatCount,
  least: 1,
}
const DONATEURS: Writing = {
  ...DONS,
  full: (value) => plural(roundTo(value, 0), 'donateur'),
}
const MILLIONS: Writing = { full: formatMoney, short: formatMillions, least: 100_000 }
const THOUSANDS: Writing = { full: formatMoney, short: formatThousands, least: 1_000 }
const EUROS: Writing = { full: formatMoney, short: formatEuros, least: 1 }

/**
 * Number formats for an axis ending at `top`: amounts in millions with one decimal, unless all would read zero. 'euros
 * exacts' stays in euros while they fit on an axis.
 */
export const writingOf = (unit: Unit, top: number): Writing =>
  unit === 'dons'
    ? DONS
    : unit === 'donateurs'
      ? DONATEURS
      : unit === 'euros exacts' && top < 100_000
        ? EUROS
        : ([MILLIONS, THOUSANDS].find(({ least }) => top >= least) ?? EUROS)
