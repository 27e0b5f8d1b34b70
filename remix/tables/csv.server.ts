import { formatShortInstant, formatWeight } from '#figures/format'
import { csvField, csvHeader, csvJoin } from '#files/csv'
import { type Column, type Download, fullTitle, type Table, type Value } from '../ui/table'
import { fileColumns } from './file-columns.server'

const field = (cell: Value, { format }: Column): string =>
  format === 'instant' && typeof cell === 'string'
    ? formatShortInstant(cell)
    : csvField(cell, format)

/** The table as CSV for French Excel: `;`, UTF-8 with BOM, CRLF, decimal comma, dd/mm/yyyy. */
export function toCsv(table: Table): string {
  const lines = [...table.rows, ...(table.totals ?? [])]
  const written = fileColumns(table)
  return (
    csvHeader(written.map(({ column }) => fullTitle(column))) +
    lines.map((row) => csvJoin(written.map(({ column, of }) => field(of(row), column)))).join('')
  )
}

/** Size of the file in bytes, for its link. */
export const csvWeight = (table: Table): number => new TextEncoder().encode(toCsv(table)).length

/** Estimates the size of a whole list from the rows shown. */
export const guessWeight = (bytes: number, shown: number, total: number): number =>
  Math.round((bytes / Math.max(1, shown)) * total)

/** Link to a whole list's file, of which `page` shows some rows; served by the service, its size estimated. */
export function wholeFile(
  href: string,
  query: Record<string, string>,
  { page, total, what }: { page: Table; total: number; what: string },
): Download {
  const weight = guessWeight(csvWeight(page), page.rows.length, total)
  return {
    href: `${href}?${new URLSearchParams(query)}`,
    text: `Télécharger ${what} (CSV, environ ${formatWeight(weight)})`,
  }
}

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
