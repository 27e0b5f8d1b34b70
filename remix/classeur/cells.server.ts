import type { CellObject } from 'write-excel-file/node'
import { formatDay, inParis } from '#figures/format'
import { roundTo } from '#figures/ratios'
import type { Column, Format, Value } from '../ui/table'
import { cellText } from './text'

/** Excel number formats; Excel localises separators and decimal marks. */
const NUMBERS: Partial<Record<Format, string>> = {
  annee: '0',
  nombre: '#,##0',
  montant: '#,##0.00\\ "€"',
  pourcentage: '#,##0.0\\ %',
  ecart: '+#,##0;-#,##0;0',
  evolution: '+#,##0.0\\ %;-#,##0.0\\ %;0.0\\ %',
}

const DAY = 'dd/mm/yyyy'
const INSTANT = 'dd/mm/yyyy hh:mm'

/** Excel's day numbers are right from 1 March 1900; before, it counts a nonexistent 29 February. */
const FIRST_DAY = '1900-03-01'

/** Excel stores 12,5 % as 0.125; amounts are rounded to cents, as in CSV files. */
function stored(value: number, format: Format): number {
  if (format === 'montant') return roundTo(value, 2)
  const isShare = format === 'pourcentage' || format === 'evolution'
  return isShare ? Number((value / 100).toPrecision(15)) : value
}

const text = (value: string): CellObject => ({ type: String, value: cellText(value), format: '@' })

/** A date cell, or text for dates Excel cannot represent. */
function day(value: string): CellObject {
  const iso = value.slice(0, 10)
  const date = new Date(/^\d{4}-\d{2}-\d{2}(?![^T ])/.test(value) ? `${iso}T00:00Z` : NaN)
  const isKnown = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso)
  return isKnown && iso >= FIRST_DAY
    ? { type: Date, value: date, format: DAY }
    : text(formatDay(value))
}

/** An instant in Paris time; text if invalid. */
function instant(value: string): CellObject {
  const known = new Date(value)
  if (Number.isNaN(known.getTime())) return text(value)
  const [date, time] = inParis(known)
  return { type: Date, value: new Date(`${date}T${time}Z`), format: INSTANT }
}

/** A workbook cell, null for no value: numbers, days and instants are typed. */
export function cellOf(value: Value, { format }: Pick<Column, 'format'>): CellObject | null {
  if (value === null || value === '') return null
  if (typeof value === 'number') {
    const written = NUMBERS[format]
    return { type: Number, value: stored(value, format), ...(written && { format: written }) }
  }
  if (format === 'jour') return day(value)
  return format === 'instant' ? instant(value) : text(value)
}
