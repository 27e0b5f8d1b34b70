import { formatCount, formatMillions, formatMoney, plural } from '../format'

/** What a chart counts. */
export type Unit = 'dons' | 'donateurs' | 'euros'

interface Writing {
  /** A value in full, for tooltips. */
  full: (value: number) => string
  /** A value in short, for axes and labels. */
  short: (value: number) => string
}

export const UNITS: Record<Unit, Writing> = {
  dons: { full: (value) => plural(Math.round(value), 'don'), short: formatCount },
  donateurs: { full: (value) => plural(Math.round(value), 'donateur'), short: formatCount },
  euros: { full: formatMoney, short: formatMillions },
}
