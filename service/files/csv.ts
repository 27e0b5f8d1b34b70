import { roundTo } from '#figures/ratios'

/** What every CSV file of the product begins with: it tells Excel UTF-8. */
export const CSV_BOM = '\uFEFF'

/** What makes a formula of a cell; spaces, quotes and apostrophes before the sign are not trusted to hinder it. */
const LIVE_START = /^[ \u00a0\u202f\u2009"']*[=+\-@\t\r＝＋－＠]/

/** What separates cells, wherever a file is opened. */
const SEPARATOR = /[,;|\t\n\r]/

/**
 * Text that a spreadsheet would take for a formula gets a leading apostrophe; our import takes it off again. Where
 * lists are separated by `,` or tabs, a file with `;` is cut there and at line breaks, quotes or not: a sign after
 * any separator is as live as one at the start, and gets an apostrophe of its own.
 */
function inert(text: string): string {
  const shown = SEPARATOR.test(text)
    ? text.replace(/([,;|\t\n\r][ \u00a0\u202f\u2009"]*)('*)(?=[=+\-@\t\r＝＋－＠])/g, "$1'$2")
    : text
  return shown !== text || LIVE_START.test(text) ? `'${shown}` : text
}

/** A text as it was before an export made it inert; any other as it is. */
export function csvUnguarded(text: string): string {
  if (!text.startsWith("'")) return text
  const original = text
    .slice(1)
    .replace(/([,;|\t\n\r][ \u00a0\u202f\u2009"]*)'('*)(?=[=+\-@\t\r＝＋－＠])/g, '$1$2')
  return inert(original) === text ? original : text
}

/** Whatever is live, ends a field or is a quote: a text without any of it is its own field. */
const UNUSUAL = /[=+\-@\t\r\n;"＝＋－＠]/

/** A text as a field: inert, and quoted where it must be. */
export function csvText(text: string): string {
  if (!UNUSUAL.test(text)) return text
  const shown = inert(text)
  return /[";\r\n]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown
}

/** An amount with its sign is no formula, whatever it begins with. */
const SIGNED_NUMBER = /^[+-]\d[\d., \u00a0\u202f\u2009]*€?$/

/** A cell as some other file had it, perhaps one of ours: a number stays as it is written, all else is text. */
export function csvGiven(text: string): string {
  const value = csvUnguarded(text)
  return SIGNED_NUMBER.test(value) ? value : csvText(value)
}

/** A number as a field, with a decimal comma. */
const csvNumber = (value: number): string => String(value).replace('.', ',')

/** The same with two decimals. */
const csvAmount = (value: number): string =>
  Number.isSafeInteger(value) ? `${value},00` : roundTo(value, 2).toFixed(2).replace('.', ',')

export type CsvCell = string | number | null

/** A day as a field, from `2024-12-31`: `31/12/2024`; what is no day is text. */
export const csvDay = (day: string): string =>
  /^\d{4}-\d{2}-\d{2}(?![^T ])/.test(day)
    ? `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(0, 4)}`
    : csvText(day)

/** A cell as a field, empty where there is no value: amounts with two decimals, days as `31/12/2024`. */
export function csvField(cell: CsvCell, format?: string): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return format === 'montant' ? csvAmount(cell) : csvNumber(cell)
  return format === 'jour' ? csvDay(cell) : csvText(cell)
}

/** Fields as one line for French Excel: `;`, CRLF. */
export const csvJoin = (fields: readonly string[]): string => `${fields.join(';')}\r\n`

/** One line for French Excel, with decimal commas. */
export const csvLine = (cells: readonly CsvCell[]): string =>
  csvJoin(cells.map((cell) => csvField(cell)))

/** The first line of a file. */
export const csvHeader = (titles: readonly string[]): string => CSV_BOM + csvLine(titles)
