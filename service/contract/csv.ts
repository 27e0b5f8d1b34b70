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

const field = (cell: string | number | null) => {
  if (cell === null) return ''
  return typeof cell === 'number' ? csvNumber(cell) : csvText(cell)
}

/** One line for French Excel: `;`, CRLF, decimal comma. */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(field).join(';')}\r\n`

/** The first line of a file. */
export const csvHeader = (titles: readonly string[]): string => CSV_BOM + csvLine(titles)
