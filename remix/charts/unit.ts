import { formatCount, formatMillions, formatMoney, plural } from '../format'

/** What a chart counts. */
export type Unit = 'dons' | 'donateurs' | 'euros'

interface Writing {
  /** A value in full, for tooltips. */
  full: (value: number) => string
  /** A value in short, for axes and labels. */
  short: (value: number) => string
  /** The smallest difference that `short` shows. */
  least: number
}

export const UNITS: Record<Unit, Writing> = {
  dons: { full: (value) => plural(Math.round(value), 'don'), short: formatCount, least: 1 },
  donateurs: {
    full: (value) => plural(Math.round(value), 'donateur'),
    short: formatCount,
    least: 1,
  },
  euros: { full: formatMoney, short: formatMillions, least: 100_000 },
}
