import { useLocation } from '@remix-run/react'
import { atDateOf, type Cell, type ShownTable, valueOf } from './table'

/** What a year's figures are compared with: all of the year before, that year up to the same day too, or nothing. */
export type Comparison = 'annee' | 'jour' | 'aucune'

export const COMPARISONS = [
  ['annee', 'année précédente'],
  ['jour', 'même jour'],
  ['aucune', 'aucune'],
] as const satisfies readonly (readonly [Comparison, string])[]

/** Its name in addresses, where links carry it as they do the year. */
export const COMPARER = 'comparer'

/** The comparison in the address; without one a year is compared up to the day that it has reached. */
export const comparisonIn = (query: URLSearchParams): Comparison =>
  COMPARISONS.find(([choice]) => choice === query.get(COMPARER))?.[0] ?? 'jour'

export const useComparison = (): Comparison =>
  comparisonIn(new URLSearchParams(useLocation().search))

const HIDDEN = { jour: [], annee: ['jour'], aucune: ['jour', 'annee'] } as const

/** A table that shows what it compares as chosen; its file always has all. */
export function comparedAs<Shown extends ShownTable>(table: Shown, comparison: Comparison): Shown {
  if (comparison === 'jour') return table
  const hidden: readonly unknown[] = HIDDEN[comparison]
  const whole = (cells: Cell[]) => cells.map((cell) => (atDateOf(cell) ? valueOf(cell) : cell))
  return {
    ...table,
    columns: table.columns.map((column) =>
      hidden.includes(column.compares) ? { ...column, hidden: true } : column,
    ),
    rows: table.rows.map(whole),
    totals: table.totals?.map(whole),
  }
}
