import { formatDayMonth, formatShortInstant } from '#figures/format'
import { csvField, csvHeader, csvJoin } from '#files/csv'
import {
  atDateFormat,
  atDateOf,
  type Cell,
  type Column,
  fullTitle,
  type Table,
  type Value,
  valueOf,
} from '../ui/table'

const field = (cell: Value, { format }: Column): string =>
  format === 'instant' && typeof cell === 'string'
    ? formatShortInstant(cell)
    : csvField(cell, format)

interface FileColumn {
  column: Column
  of: (row: Cell[]) => Value
}

/** A column of the table, and after it another for what stands beside its values at a date. */
function fileColumns(column: Column, at: number, lines: Cell[][]): FileColumn[] {
  const cellOf = (row: Cell[]) => row[at] ?? null
  const own = { column, of: (row: Cell[]) => valueOf(cellOf(row)) }
  const atDate = lines.map((row) => atDateOf(cellOf(row))).find((found) => found !== undefined)
  if (!atDate) return [own]
  const title = `${column.title} à date (au ${formatDayMonth(atDate.au)})`
  return [
    own,
    {
      column: { ...column, title, format: atDateFormat(column) },
      of: (row) => atDateOf(cellOf(row))?.value ?? null,
    },
  ]
}

/** The table for French Excel: `;`, UTF-8 with BOM, CRLF, decimal comma, dd/mm/yyyy. */
export function toCsv({ columns, rows, totals = [] }: Table): string {
  const lines = [...rows, ...totals]
  const written = columns.flatMap((column, at) => fileColumns(column, at, lines))
  return (
    csvHeader(written.map(({ column }) => fullTitle(column))) +
    lines.map((row) => csvJoin(written.map(({ column, of }) => field(of(row), column)))).join('')
  )
}

/** Bytes of the file, for its link. */
export const csvWeight = (table: Table): number => new TextEncoder().encode(toCsv(table)).length

/** Bytes of a whole list, guessed from those of the rows that are shown. */
export const guessWeight = (bytes: number, shown: number, total: number): number =>
  Math.round((bytes / Math.max(1, shown)) * total)

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
