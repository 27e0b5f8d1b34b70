/** What every CSV file of the product begins with: it tells Excel UTF-8. */
export const CSV_BOM = '\uFEFF'

/** Text that a spreadsheet would take for a formula gets a leading apostrophe; our import takes it off again. */
const inert = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

/** A text as a field: inert, and quoted where it must be. */
export function csvText(text: string): string {
  const shown = inert(text)
  return /[";\r\n]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown
}

/** An amount with its sign is no formula, whatever it begins with. */
const SIGNED_NUMBER = /^[+-]\d[\d., \u00a0\u202f]*€?$/

/** A cell as some other file had it: a number stays as it is written, all else is text. */
export const csvGiven = (text: string): string => (SIGNED_NUMBER.test(text) ? text : csvText(text))

/** A number as a field, with a decimal comma; `digits` decimals where they are given. */
export const csvNumber = (value: number, digits?: number): string =>
  (digits === undefined ? String(value) : value.toFixed(digits)).replace('.', ',')

export type CsvCell = string | number | null

/** A day as a field, from `2024-12-31`: `31/12/2024`. */
export const csvDay = (day: string): string => day.slice(0, 10).split('-').reverse().join('/')

/** A cell as a field, empty where there is no value: amounts with two decimals, days as `31/12/2024`. */
export function csvField(cell: CsvCell, format?: string): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return csvNumber(cell, format === 'montant' ? 2 : undefined)
  return format === 'jour' ? csvDay(cell) : csvText(cell)
}

/** Fields as one line for French Excel: `;`, CRLF. */
export const csvJoin = (fields: readonly string[]): string => `${fields.join(';')}\r\n`

/** One line for French Excel, with decimal commas. */
export const csvLine = (cells: readonly CsvCell[]): string =>
  csvJoin(cells.map((cell) => csvField(cell)))

/** The first line of a file. */
export const csvHeader = (titles: readonly string[]): string => CSV_BOM + csvLine(titles)
