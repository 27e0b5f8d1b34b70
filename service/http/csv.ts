const BOM = '\uFEFF'

/** Text that a spreadsheet would take for a formula gets a leading apostrophe; our import takes it off again. */
const inert = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

const quoted = (text: string) => (/[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const field = (cell: string | number | null) => {
  if (cell === null) return ''
  return typeof cell === 'number' ? String(cell).replace('.', ',') : quoted(inert(cell))
}

/** One line for French Excel: `;`, CRLF, decimal comma. */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(field).join(';')}\r\n`

/** The first line, after the mark that tells Excel UTF-8. */
export const csvHeader = (titles: readonly string[]): string => BOM + csvLine(titles)
