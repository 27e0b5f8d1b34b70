import { Link, useLocation } from '@remix-run/react'
import { useContext } from 'react'
import { plural } from '#figures/format'
import { comparedAs, comparisonIn } from './comparison'
import { Fold } from './fold'
import { HowLink } from './how-link'
import { useElementId } from './id'
import { Leading, OnScreen } from './leading'
import { directionOf, orderOf, sortingIn, unsorted } from './sorting'
import type { Column, Download, ShownTable, Table } from './table'
import { type Address, Headings, Key, type Slot, slotsOf } from './table-head'
import { Line, type LineProps } from './table-line'

interface Props extends Pick<LineProps, 'render' | 'actions'> {
  table: ShownTable
  /** A second table of its screen: its title, until it is unfolded. */
  folded?: boolean
}

/** A longer table shows so many rows first, of years the last ones; print has all of them. */
const FOLDED = { most: 12, shown: 10 }
/** Likewise of a page of rows, which has others after it. */
const FOLDED_PAGE = { most: 30, shown: 30 }

/** Which of a table's rows, in their order, are folded: from one place to before another. */
function foldedOf(table: Table, isSorted: boolean): [from: number, to: number] {
  const { length } = table.rows
  const { most, shown } = table.tri === undefined ? FOLDED : FOLDED_PAGE
  if (length <= most) return [0, 0]
  return table.byYear && !isSorted ? [0, length - shown] : [shown, length]
}

/** So many rows scroll below their headings. */
const LONG = 30

/** So many columns are named before they are shown. */
const NAMED = 6

/** What further columns have, in short. */
const namesOf = (columns: Column[]): string =>
  columns
    .slice(0, NAMED)
    .map(({ title }) => title)
    .join(', ') + (columns.length > NAMED ? '…' : '')

/** CSS classes by size: few columns stay narrow; many get compact or never wrap; long tables scroll. */
function shapeOf({ columns, rows, stacked }: Table, slots: Slot[], hasActions: boolean): string {
  const visible = columns.filter(({ hidden }) => !hidden)
  const first = visible.filter(({ more }) => !more)
  const shown = (stacked ? slots.length : first.length) + (hasActions ? 1 : 0)
  const shapes = [
    shown < 5 && 'data-table-narrow',
    shown > 9 && 'data-table-compact',
    shown > (hasActions || stacked ? 9 : 11) && 'data-table-dense',
    shown > 12 && 'data-table-wide',
    first.length < visible.length && 'data-table-more',
    rows.length > LONG && 'data-table-long',
    stacked && 'data-table-stacked',
  ]
  return ['data-table', ...shapes.filter(Boolean)].join(' ')
}

/** The link to a table's file, if it has one. */
export const FileLink = ({ file }: { file: Download | null }) =>
  file && (
    <a href={file.href} download>
      {file.text}
    </a>
  )

/** Its file, in the order of the screen. */
function fileOf(table: ShownTable, address: Address | null): Download | null {
  const { download } = table
  const order = address && sortingIn(table, address.query)
  if (!download || !order) return download
  const { href, text } = download
  return { href: `${href}${href.includes('?') ? '&' : '?'}${new URLSearchParams([order])}`, text }
}

/** A table in its own scroll region, sorted by its headings, with its download link. */
export const DataTable = (props: Props) =>
  useContext(Leading) ? <Sorted {...props} /> : <Shown {...props} address={null} />

function Sorted(props: Props) {
  const { pathname, search } = useLocation()
  const query = new URLSearchParams(search)
  const table = comparedAs(props.table, comparisonIn(query))
  return <Shown {...props} table={table} address={{ pathname, query }} />
}

function Shown(props: Props & { address: Address | null }) {
  const { table, render, actions, address, folded = false } = props
  const id = useElementId()
  const slots = slotsOf(table)
  const original = address && unsorted(table, address.query)
  const isSorted = original !== null
  const [from, to] = foldedOf(table, isSorted)
  const further = table.columns.filter(({ more, hidden }) => more && !hidden)
  const sortsMore = table.columns.some(
    ({ more }, at) => more && address && directionOf(table, at, address.query),
  )

  const common = { table, slots, render, actions }
  const shown = (
    <div className={shapeOf(table, slots, actions !== undefined)}>
      <section className="table-scroll" aria-labelledby={id} tabIndex={0}>
        <table>
          <caption id={id}>
            {table.title}
            <Key table={table} slots={slots} />
          </caption>
          <Headings table={table} address={address} slots={slots} {...(actions && { actions })} />
          <tbody>
            {orderOf(table, address?.query ?? new URLSearchParams()).map((row, place) => (
              <Line
                key={`${actions?.about?.(row) ?? row}`}
                {...common}
                cells={table.rows[row] ?? []}
                row={row}
                isFolded={place >= from && place < to}
              />
            ))}
          </tbody>
          {table.totals && (
            <tfoot>
              {table.totals.map((cells, row) => (
                <Line key={`total-${row}`} {...common} cells={cells} row={null} />
              ))}
            </tfoot>
          )}
        </table>
      </section>
      {(to > from || further.length > 0) && (
        <OnScreen>
          <div className="unfold">
            {to > from && (
              <Unfold what="rows" of={table.title}>
                {`Montrer ${plural(to - from, 'ligne')} de plus`}
              </Unfold>
            )}
            {further.length > 0 && (
              <Unfold what="columns" of={table.title} open={sortsMore}>
                {`Plus de colonnes\u00A0: ${namesOf(further)}`}
              </Unfold>
            )}
          </div>
        </OnScreen>
      )}
      {table.omitted ? (
        <p className="mention">
          {plural(table.omitted, 'ligne')} d’années plus anciennes{' '}
          {table.omitted > 1 ? 'sont' : 'est'} dans le fichier.
        </p>
      ) : null}
      <OnScreen>
        {address && original !== null && (
          <p className="download">
            <Link to={`${address.pathname}?${original}`} preventScrollReset>
              Revenir à l’ordre d’origine
            </Link>
          </p>
        )}
        <Menu of={table} file={fileOf(table, address)} />
      </OnScreen>
    </div>
  )
  if (!folded) return shown
  return (
    <Fold title={table.title} open={isSorted}>
      {shown}
    </Fold>
  )
}

/** What can be done with a table, at its title: its file, and how it is calculated. */
function Menu({ of, file }: { of: ShownTable; file: Download | null }) {
  if (!file && !of.definition) return null
  return (
    <details className="table-menu">
      <summary>
        <span aria-hidden="true">⋯</span>
        <span className="visually-hidden">Fichier et définition&nbsp;: {of.title}</span>
      </summary>
      <div>
        <FileLink file={file} />
        {of.definition && <HowLink code={of.definition} />}
      </div>
    </details>
  )
}

interface UnfoldProps {
  what: 'rows' | 'columns'
  /** The table's title. */
  of: string
  open?: boolean
  children: string
}

/** Shows all rows or columns of a table, without scripts too. */
function Unfold({ what, of, open = false, children }: UnfoldProps) {
  const id = useElementId()
  return (
    <p>
      <input id={id} type="checkbox" className={`unfold-${what}`} defaultChecked={open} />
      <label htmlFor={id}>
        {children}
        <span className="visually-hidden">&nbsp;: {of}</span>
      </label>
    </p>
  )
}
