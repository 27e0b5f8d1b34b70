import { formatShortInstant } from '#figures/format'
import { roundTo } from '#figures/ratios'

/** Starts every CSV file: lets Excel recognise UTF-8. */
export const CSV_BOM = '\uFEFF'

/** What turns a cell into a formula; leading spaces, quotes and apostrophes may not prevent it. */
const LIVE_START = /^[ \u00a0\u202f\u2009"']*[=+\-@\t\r＝＋－＠]/

/** Cell separators, whatever the reader's locale. */
const SEPARATOR = /[,;|\t\n\r]/

/**
 * Prefixes text that a spreadsheet would take for a formula with an apostrophe, which our import removes. In locales
 * whose list separator is `,` or tab, a `;` file is split there and at line breaks even within quotes: a sign after any
 * separator is as live as a leading one, and gets its own apostrophe.
 */
function inert(text: string): string {
  const shown = SEPARATOR.test(text)
    ? text.replace(/([,;|\t\n\r][ \u00a0\u202f\u2009"]*)('*)(?=[=+\-@\t\r＝＋－＠])/g, "$1'$2")
    : text
  return shown !== text || LIVE_START.test(text) ? `'${shown}` : text
}

/** Undoes the guard of an export; other text is returned as it is. */
export function csvUnguarded(text: string): string {
  if (!text.startsWith("'")) return text
  const original = text
    .slice(1)
    .replace(/([,;|\t\n\r][ \u00a0\u202f\u2009"]*)'('*)(?=[=+\-@\t\r＝＋－＠])/g, '$1$2')
  return inert(original) === text ? original : text
}

/** Characters that are live, end a field or quote: text without any needs no escaping. */
const UNUSUAL = /[=+\-@\t\r\n;"＝＋－＠]/

/** Text as a field: guarded, and quoted if needed. */
export function csvText(text: string): string {
  if (!UNUSUAL.test(text)) return text
  const shown = inert(text)
  return /[";\r\n]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown
}

/** A signed amount is not a formula. */
const SIGNED_NUMBER = /^[+-]\d[\d., \u00a0\u202f\u2009]*€?$/

/** A cell of another file, possibly one of ours: numbers stay as written, the rest is text. */
export function csvGiven(text: string): string {
  const value = csvUnguarded(text)
  return SIGNED_NUMBER.test(value) ? value : csvText(value)
}

/** A number as a field, with a decimal comma. */
const csvNumber = (value: number): string => String(value).replace('.', ',')

/** Likewise, with two decimals. */
const csvAmount = (value: number): string =>
  Number.isSafeInteger(value) ? `${value},00` : roundTo(value, 2).toFixed(2).replace('.', ',')

export type CsvCell = string | number | null

/** A day as a field, `31/12/2024` from `2024-12-31`; anything else is text. */
export const csvDay = (day: string): string =>
  /^\d{4}-\d{2}-\d{2}(?![^T ])/.test(day)
    ? `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(0, 4)}`
    : csvText(day)

/** A cell as a field, empty for null: amounts with two decimals, days as `31/12/2024`, instants with their time in Paris. */
export function csvField(cell: CsvCell, format?: string): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return format === 'montant' ? csvAmount(cell) : csvNumber(cell)
  if (format === 'instant') return formatShortInstant(cell)
  return format === 'jour' ? csvDay(cell) : csvText(cell)
}

/** Joins fields into a line for French Excel: `;`, CRLF. */
export const csvJoin = (fields: readonly string[]): string => `${fields.join(';')}\r\n`

/** A line for French Excel, with decimal commas. */
export const csvLine = (cells: readonly CsvCell[]): string =>
  csvJoin(cells.map((cell) => csvField(cell)))

/** The header line of a file. */
export const csvHeader = (titles: readonly string[]): string => CSV_BOM + csvLine(titles)
