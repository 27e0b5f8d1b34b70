import { formatDayMonth } from '#figures/format'
import {
  atDateFormat,
  atDateOf,
  type Cell,
  type Column,
  type Table,
  type Value,
  valueOf,
} from '../ui/table'

/** A column in files, with its value for each row. */
export interface FileColumn {
  column: Column
  of: (row: Cell[]) => Value
}

/** A column, followed by one for its year-to-date values, if any. */
function split(column: Column, at: number, lines: Cell[][]): FileColumn[] {
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

/** The columns of a table's files, one value per cell. */
export function fileColumns({ columns, rows, totals = [] }: Table): FileColumn[] {
  const lines = [...rows, ...totals]
  return columns.flatMap((column, at) => split(column, at, lines))
}
