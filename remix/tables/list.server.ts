import type { Pagination } from '#contract/pagination'
import { formatWeight } from '#figures/format'
import { type Colonne, fileOf, placed } from '#files/colonnes'
import type { Cell, Download, ShownTable, Table } from '../ui/table'
import { pageOnly } from './paged'

/** What the screen shows in the place of a column's own, by its key: links. */
type Cells<Row> = Record<string, (row: Row) => Cell | undefined>

/** A page of a list, by the columns that its file has too. */
interface Page<Row> extends Pick<Table, 'name' | 'title' | 'definition' | 'stacked'> {
  colonnes: readonly Colonne<Row>[]
  rows: readonly Row[]
  pagination: Pagination
  /** The order that the service has sorted by; without one, rows of one page of several are not sorted: it would mislead. */
  tri?: string | undefined
  cells?: Cells<Row>
  file: File
}

/** The file of a whole list, which the service streams: its address and what it holds. */
interface File {
  href: string
  query: Record<string, string>
  what: string
}

/** Link to the file of a whole list; its size is estimated from the rows of a page. */
export function listDownload<Row>(
  { href, query, what }: File,
  {
    colonnes,
    rows,
    total,
  }: { colonnes: readonly Colonne<Row>[]; rows: readonly Row[]; total: number },
): Download {
  const bytes = Buffer.byteLength(fileOf(colonnes, rows))
  const weight = Math.round((bytes / Math.max(1, rows.length)) * total)
  const search = String(new URLSearchParams(query))
  return {
    href: search === '' ? href : `${href}?${search}`,
    text: `Télécharger ${what} (CSV, environ ${formatWeight(weight)})`,
  }
}

/** What a table shows of these rows; `cells` may say otherwise of a column, or nothing. */
export function shownOf<Row>(
  colonnes: readonly Colonne<Row>[],
  rows: readonly Row[],
  cells: Cells<Row> = {},
): Pick<Table, 'columns' | 'rows'> {
  const [name, ...others] = placed(colonnes, 'ecran')
  const shown = [
    ...(name ? [name] : []),
    ...others.filter(({ early }) => early),
    ...others.filter(({ early }) => !early),
  ]
  return {
    columns: shown.map(({ title, key, format, group, tri, more, blank }) => ({
      title,
      key,
      format,
      group,
      tri,
      more,
      blank,
    })),
    rows: rows.map((row) => shown.map(({ key = '', of }) => cells[key]?.(row) ?? of(row))),
  }
}

/** A page of a list as a table, with the link to the file of the whole. */
export const listTable = <Row>({
  colonnes,
  rows,
  pagination,
  tri = pageOnly(pagination).tri,
  cells,
  file,
  ...named
}: Page<Row>): ShownTable => ({
  ...named,
  tri,
  ...shownOf(colonnes, rows, cells),
  download: listDownload(file, { colonnes, rows, total: pagination.total_items }),
})
