import { type Cell, type Column, isNumeric, type Table, valueOf } from './table'

/** How the address sorts a table: by the place of a column, against its first order where `reversed`. */
interface Sorting {
  at: number
  reversed: boolean
}

/** Prefix of a value that sorts the other way round. */
const REVERSED = '-'

/** Sorts a page of rows, which the service does. */
const OF_THE_SERVICE = 'tri'

/** Name in the address; several whole tables of a screen have one each. */
const nameOf = ({ name, tri }: Table): string =>
  tri === undefined ? `${OF_THE_SERVICE}-${name}` : OF_THE_SERVICE

/** Value in the address of a column; undefined where it does not sort. */
function valueFor({ columns, tri }: Table, at: number): string | undefined {
  const column = columns[at]
  return tri === undefined ? column && String(at + 1) : column?.tri
}

/** What the address says of a table's order, or the service's own one. */
function sortingOf(table: Table, query: URLSearchParams): Sorting | null {
  const asked = query.get(nameOf(table)) || table.tri || ''
  const value = asked.replace(REVERSED, '')
  const at = table.columns.findIndex((_, place) => valueFor(table, place) === value)
  return at < 0 ? null : { at, reversed: asked.startsWith(REVERSED) }
}

/** Numbers and days begin with the largest, words with A. */
const beginsHigh = (column: Column): boolean =>
  isNumeric(column) || ['annee', 'jour', 'instant'].includes(column.format)

export type Direction = 'ascending' | 'descending'

/** The direction in which a column is sorted now, if it is; `aria-sort` has it. */
export function directionOf(
  table: Table,
  at: number,
  query: URLSearchParams,
): Direction | undefined {
  const sorting = sortingOf(table, query)
  const column = table.columns[at]
  if (sorting?.at !== at || !column) return undefined
  return beginsHigh(column) === sorting.reversed ? 'ascending' : 'descending'
}

/** The query that sorts by a column, or the other way round where it is sorted already; null where it does not sort. */
export function sortedBy(table: Table, at: number, query: URLSearchParams): string | null {
  const value = valueFor(table, at)
  if (value === undefined || (table.tri === undefined && table.rows.length < 2)) return null
  const sorting = sortingOf(table, query)
  const turns = sorting?.at === at && !sorting.reversed
  const next = new URLSearchParams(query)
  next.set(nameOf(table), turns ? REVERSED + value : value)
  next.delete('page')
  return String(next)
}

/** The query without the table's order; null where it has none. */
export function unsorted(table: Table, query: URLSearchParams): string | null {
  const name = nameOf(table)
  if (!query.has(name)) return null
  const next = new URLSearchParams(query)
  next.delete(name)
  next.delete('page')
  return String(next)
}

/** The order of a whole table in an address, which its file has too. */
export function sortingIn(table: Table, query: URLSearchParams): [string, string] | null {
  const asked = table.tri === undefined && query.get(nameOf(table))
  return asked ? [nameOf(table), asked] : null
}

/** The orders in an address, which its forms keep. */
export const sortingsIn = (query: URLSearchParams): [string, string][] =>
  [...query].filter(([name]) => name === OF_THE_SERVICE || name.startsWith(`${OF_THE_SERVICE}-`))

/** Without case and accents, numbers by their value: alike in every browser and on the server. */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\d+/g, (digits) => digits.padStart(12, '0'))

/** What a cell is sorted by; undefined stays last. */
function keyOf(cell: Cell | undefined, column: Column): string | number | undefined {
  const value = valueOf(cell ?? null)
  if (value === null || value === '') return undefined
  if (isNumeric(column)) return typeof value === 'number' ? value : undefined
  return fold(String(value))
}

const compare = (one: string | number, other: string | number): number =>
  one < other ? -1 : one > other ? 1 : 0

/** The places of the rows in the order of the address; ties, and what has no value, stay as they are. */
export function orderOf(table: Table, query: URLSearchParams): number[] {
  const places = table.rows.map((_, place) => place)
  const sorting = table.tri === undefined ? sortingOf(table, query) : null
  const column = sorting && table.columns[sorting.at]
  if (!sorting || !column) return places
  const high = beginsHigh(column) !== sorting.reversed
  if (column.inOrder) return sorting.reversed ? [...places].reverse() : places
  const keys = table.rows.map((row) => keyOf(row[sorting.at], column))
  return [...places].sort((one, other) => {
    const [left, right] = [keys[one], keys[other]]
    if (left === undefined || right === undefined)
      return Number(left === undefined) - Number(right === undefined)
    return high ? compare(right, left) : compare(left, right)
  })
}

/** The table with its rows in the order of the address. */
export const inOrder = <Sorted extends Table>(table: Sorted, query: URLSearchParams): Sorted => ({
  ...table,
  rows: orderOf(table, query).flatMap((place) => {
    const row = table.rows[place]
    return row ? [row] : []
  }),
})
