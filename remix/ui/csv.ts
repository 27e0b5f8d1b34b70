import { CSV_BOM, csvNumber, csvText } from '#contract/csv.ts'
import { formatDay, formatShortInstant } from '../format'
import { type Cell, type Column, fullTitle, type Table } from './table'

function field(cell: Cell, { format }: Column): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return csvNumber(cell, format === 'montant' ? 2 : undefined)
  if (format === 'jour') return formatDay(cell)
  if (format === 'instant') return formatShortInstant(cell)
  return csvText(cell)
}

/** The table for French Excel: `;`, UTF-8 with BOM, CRLF, decimal comma, dd/mm/yyyy. */
export function toCsv({ columns, rows, totals = [] }: Table): string {
  const header = columns.map((column) => csvText(fullTitle(column))).join(';')
  const lines = [...rows, ...totals].map((row) =>
    columns.map((column, at) => field(row[at] ?? null, column)).join(';'),
  )
  return `${CSV_BOM}${[header, ...lines].join('\r\n')}\r\n`
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
