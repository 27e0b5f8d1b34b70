import { type Cell, type ShownTable, valueOf } from '../../../ui/table'

/** Years and codes per page. */
const YEARS = 6
const CODES = 6

const yearOf = ([first = null]: Cell[]): number => Number(valueOf(first))

/** For a table by year: the latest rows up to `annee`, with the range in the title. */
export function latestYears(table: ShownTable, annee: number, years = YEARS): ShownTable {
  const rows = table.rows.filter((row) => yearOf(row) <= annee).slice(-years)
  const [first, last] = [rows[0], rows.at(-1)]
  if (rows.length === table.rows.length) return table
  if (!first || !last) return { ...table, rows }
  return { ...table, title: `${table.title}, de ${yearOf(first)} à ${yearOf(last)}`, rows }
}

/** These columns of a table alone, by their titles. */
export function withColumns(table: ShownTable, titles: readonly string[]): ShownTable {
  const kept = titles.flatMap((title) => {
    const at = table.columns.findIndex((column) => column.title === title)
    return at < 0 ? [] : [at]
  })
  const pick = <Value>(values: readonly Value[]): Value[] =>
    kept.flatMap((at) => values.slice(at, at + 1))
  return {
    ...table,
    columns: pick(table.columns),
    rows: table.rows.map((row) => pick(row)),
    totals: table.totals?.map((row) => pick(row)),
  }
}

/** For a table by code: the first rows. `codes`: how many codes the table stands for. */
export function firstCodes(
  table: ShownTable,
  codes = table.rows.length,
  shown = CODES,
): ShownTable {
  const { title, rows } = table
  if (rows.length <= shown) return table
  return {
    ...table,
    title: `${title} (les ${shown} premiers sur ${codes})`,
    rows: rows.slice(0, shown),
  }
}
