import { csvField, csvHeader, csvJoin } from '#files/csv'
import { fullTitle, type Table } from '../ui/table'
import { fileColumns } from './file-columns.server'

/** The table as CSV for French Excel: `;`, UTF-8 with BOM, CRLF, decimal comma, dd/mm/yyyy. */
export function toCsv(table: Table): string {
  const lines = [...table.rows, ...(table.totals ?? [])]
  const written = fileColumns(table)
  return (
    csvHeader(written.map(({ column }) => fullTitle(column))) +
    lines
      .map((row) => csvJoin(written.map(({ column, of }) => csvField(of(row), column.format))))
      .join('')
  )
}

/** Size of the file in bytes, for its link. */
export const csvWeight = (table: Table): number => new TextEncoder().encode(toCsv(table)).length

/** A file name from the table's name and query. */
export const csvName = (table: Table): string =>
  `${[table.name, ...Object.values(table.query ?? {})].join('-').replace(/[^\w-]/g, '-')}.csv`

/** The CSV file as a download. */
export function csvResponse(table: Table): Response {
  return new Response(toCsv(table), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${csvName(table)}"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
