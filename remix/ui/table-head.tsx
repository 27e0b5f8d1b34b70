import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { capital, formatDayMonth } from '#figures/format'
import { directionOf, sortedBy } from './sorting'
import { atDateIn, type Column, isNumeric, type Table } from './table'

/** An extra last column, with its heading. */
export interface Actions {
  title: string
  of: (row: number) => ReactNode
  /** What the row is about: what somebody ticks or types there stays with it, not with the place in the table. */
  about?: (row: number) => string | number | undefined
}

export interface Slot {
  heading: string
  parts: { column: Column; at: number }[]
}

/** Columns as laid out on screen: single, or merged by group. */
export function slotsOf({ columns }: Table): Slot[] {
  const slots: Slot[] = []
  columns.forEach((column, at) => {
    if (column.hidden) return
    const last = slots.at(-1)
    const part = { column, at }
    if (last && column.group && last.heading === column.group) last.parts.push(part)
    else slots.push({ heading: column.group ?? column.title, parts: [part] })
  })
  return slots
}

/** Numbers are right-aligned; numbers, dates and codes never wrap. */
function kindOf(column: Column): string | undefined {
  if (isNumeric(column)) return 'number'
  if (column.format === 'texte') return undefined
  return column.format === 'code' ? 'code' : 'unbroken'
}

/** CSS classes of a column's cells. */
export function classOf(column: Column): string | undefined {
  const kind = kindOf(column)
  return column.more ? `${kind ?? ''} more`.trim() : kind
}

/** Address of the screen, by which its tables are sorted. */
export interface Address {
  pathname: string
  query: URLSearchParams
}

interface CellProps {
  table: Table
  /** Null where links are not active. */
  address: Address | null
  /** Columns under this heading; the first sorts. */
  parts: Slot['parts']
  heading: string
  rowSpan?: number | undefined
  children?: ReactNode
}

/** A column's heading, a link that sorts by it. */
function SortHeading({ table, address, parts, heading, rowSpan, children }: CellProps) {
  const [first] = parts
  if (!first) return null
  const next = address && sortedBy(table, first.at, address.query)
  return (
    <th
      scope="col"
      className={classOf(first.column)}
      rowSpan={rowSpan}
      aria-sort={address && next !== null ? directionOf(table, first.at, address.query) : undefined}
    >
      {address && next !== null ? (
        <Link className="sort" to={`${address.pathname}?${next}`} preventScrollReset>
          {heading}
        </Link>
      ) : (
        heading
      )}
      {children}
    </th>
  )
}

interface Props {
  table: Table
  address: Address | null
  slots: Slot[]
  actions?: Actions
}

/** The headings of a table, in one row or two. */
export function Headings({ table, address, slots, actions }: Props) {
  const grouped = !table.stacked && slots.some(({ parts }) => parts.length > 1)
  const rowSpan = grouped ? 2 : undefined
  return (
    <thead>
      <tr>
        {slots.map(({ heading, parts }) =>
          parts.length === 1 || table.stacked ? (
            <SortHeading
              key={heading}
              table={table}
              address={address}
              parts={parts}
              heading={heading}
              rowSpan={rowSpan}
            >
              {parts.length > 1 && (
                <span className="visually-hidden">
                  {'\u00A0: '}
                  {parts.map(({ column }) => column.title).join(', ')}
                </span>
              )}
            </SortHeading>
          ) : (
            <th
              key={heading}
              scope="colgroup"
              colSpan={parts.length}
              className={parts.every(({ column }) => column.more) ? 'group more' : 'group'}
            >
              {heading}
            </th>
          ),
        )}
        {actions && (
          <th scope="col" className="action" rowSpan={rowSpan}>
            {actions.title}
          </th>
        )}
      </tr>
      {grouped && (
        <tr>
          {slots
            .filter(({ parts }) => parts.length > 1)
            .flatMap(({ parts }) =>
              parts.map((part) => (
                <SortHeading
                  key={part.at}
                  table={table}
                  address={address}
                  parts={[part]}
                  heading={part.column.title}
                />
              )),
            )}
        </tr>
      )}
    </thead>
  )
}

/** What stands below a change of the running year, said once. */
function atDateKey(table: Table): string | undefined {
  const found = atDateIn(table)
  if (!found) return undefined
  return found.comparable
    ? `l’année jusqu’au ${formatDayMonth(found.au)} contre toute la précédente, et en petit contre elle au même jour`
    : 'l’année en cours ne se compare pas à date'
}

/** Key to the lines of cells; headings and cells repeat it for screen readers. */
export function Key({ table, slots }: { table: Table; slots: Slot[] }) {
  const stack = table.stacked && slots.find(({ parts }) => parts.length > 1)
  const titles = stack ? stack.parts.map(({ column }) => column.title.toLowerCase()) : []
  const said = [
    titles.length > 0 && `dans chaque case\u00A0: ${titles.join(', ')}`,
    atDateKey(table),
  ].filter((part) => typeof part === 'string')
  if (said.length === 0) return null
  return <span className="caption-key">{capital(said.join('\u202F; '))}</span>
}
