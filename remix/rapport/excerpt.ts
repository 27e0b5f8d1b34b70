import { type Cell, type ShownTable, valueOf } from '../ui/table'

/** How many years and codes a page holds. */
const YEARS = 6
const CODES = 6

const yearOf = ([first = null]: Cell[]): number => Number(valueOf(first))

/** Of a table by year, the latest rows up to `annee`, and which years they are. */
export function latestYears(table: ShownTable, annee: number): ShownTable {
  const rows = table.rows.filter((row) => yearOf(row) <= annee).slice(-YEARS)
  const [first, last] = [rows[0], rows.at(-1)]
  if (rows.length === table.rows.length || !first || !last) return table
  return { ...table, title: `${table.title}, de ${yearOf(first)} à ${yearOf(last)}`, rows }
}

/** Of a table by code, the first rows: those that count most. Its rows stand for so many codes. */
export function firstCodes(table: ShownTable, codes = table.rows.length): ShownTable {
  const { title, rows } = table
  if (rows.length <= CODES) return table
  return {
    ...table,
    title: `${title} (les ${CODES} premiers sur ${codes})`,
    rows: rows.slice(0, CODES),
  }
}
