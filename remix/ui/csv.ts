import { formatDay, formatShortInstant } from '../format'
import { type Cell, type Column, fullTitle, type Table } from './table'

const BOM = '\uFEFF'

/** Text that a spreadsheet would take for a formula gets a leading apostrophe; our import takes it off again. */
const inert = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

const quoted = (text: string) => (/[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

function field(cell: Cell, { format }: Column): string {
  if (cell === null) return ''
  if (typeof cell === 'number') {
    const digits = format === 'montant' ? 2 : undefined
    return (digits === undefined ? String(cell) : cell.toFixed(digits)).replace('.', ',')
  }
  if (format === 'jour') return formatDay(cell)
  if (format === 'instant') return formatShortInstant(cell)
  return quoted(inert(cell))
}

/** The table for French Excel: `;`, UTF-8 with BOM, CRLF, decimal comma, dd/mm/yyyy. */
export function toCsv({ columns, rows, totals = [] }: Table): string {
  const header = columns.map((column) => quoted(inert(fullTitle(column)))).join(';')
  const lines = [...rows, ...totals].map((row) =>
    columns.map((column, at) => field(row[at] ?? null, column)).join(';'),
  )
  return `${BOM}${[header, ...lines].join('\r\n')}\r\n`
}

/** Bytes of the file, for its link. */
export const csvWeight = (table: Table): number => new TextEncoder().encode(toCsv(table)).length

/** The CSV file as a download named after the table and what it is about. */
export function csvResponse(table: Table): Response {
  const name = [table.name, ...Object.values(table.query ?? {})].join('-').replace(/[^\w-]/g, '-')
  return new Response(toCsv(table), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}.csv"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
