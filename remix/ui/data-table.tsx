import { Fragment, type ReactNode } from 'react'
import { plural } from '#figures/format'
import { AtDate } from './at-date'
import { Bounded } from './bounded'
import { Change } from './change'
import { HowLink } from './how-link'
import { useElementId } from './id'
import { Lead, OnScreen } from './leading'
import {
  atDateFormat,
  atDateOf,
  type Cell,
  type Column,
  isNumeric,
  showCell,
  type ShownTable,
  type Table,
} from './table'

interface Props {
  table: ShownTable
  /** Custom cells, by column key; undefined keeps the default. */
  render?: Record<string, (row: number) => ReactNode>
  /** An extra last column, with its heading. */
  actions?: { title: string; of: (row: number) => ReactNode }
}

interface Slot {
  heading: string
  parts: { column: Column; at: number }[]
}

/** Columns as laid out on screen: single, or merged by group. */
function slotsOf({ columns }: Table): Slot[] {
  const slots: Slot[] = []
  columns.forEach((column, at) => {
    const last = slots.at(-1)
    const part = { column, at }
    if (last && column.group && last.heading === column.group) last.parts.push(part)
    else slots.push({ heading: column.group ?? column.title, parts: [part] })
  })
  return slots
}

/** Numbers are right-aligned; numbers, dates and codes never wrap. */
function classOf(column: Column): string | undefined {
  if (isNumeric(column)) return 'number'
  if (column.format === 'texte') return undefined
  return column.format === 'code' ? 'code' : 'unbroken'
}

/** The naming column stays visible on small screens: its unbroken words are shorter than an e-mail address. */
const LONGEST_NAME = 24
const LONGEST_WORD = 44

function Content({ cell, column, longest }: { cell: Cell; column: Column; longest: number }) {
  const text = showCell(cell, column.format)
  if (column.judged && typeof cell === 'number')
    return (
      <Change value={cell} judged={column.judged}>
        {text}
      </Change>
    )
  const shown = <Bounded longest={longest}>{text}</Bounded>
  const atDate = atDateOf(cell)
  if (atDate)
    return (
      <>
        {shown}{' '}
        <AtDate
          atDate={atDate}
          format={atDateFormat(column)}
          judged={column.judged ?? 'evolution'}
        />
      </>
    )
  if (typeof cell !== 'object' || cell === null || !('href' in cell)) return shown
  return (
    <Lead className={typeof cell.value === 'number' ? 'count' : undefined} to={cell.href}>
      {shown}
    </Lead>
  )
}

function Headings({ table, slots, actions }: Pick<Props, 'table' | 'actions'> & { slots: Slot[] }) {
  const grouped = !table.stacked && slots.some(({ parts }) => parts.length > 1)
  const span = grouped ? { rowSpan: 2 } : {}
  return (
    <thead>
      <tr>
        {slots.map(({ heading, parts }) => {
          const [first] = parts
          if (parts.length === 1 || table.stacked)
            return (
              <th key={heading} scope="col" className={first && classOf(first.column)} {...span}>
                {heading}
                {parts.length > 1 && (
                  <span className="visually-hidden">
                    {' : '}
                    {parts.map(({ column }) => column.title).join(', ')}
                  </span>
                )}
              </th>
            )
          return (
            <th key={heading} scope="colgroup" colSpan={parts.length} className="group">
              {heading}
            </th>
          )
        })}
        {actions && (
          <th scope="col" className="action" {...span}>
            {actions.title}
          </th>
        )}
      </tr>
      {grouped && (
        <tr>
          {slots
            .filter(({ parts }) => parts.length > 1)
            .flatMap(({ parts }) =>
              parts.map(({ column, at }) => (
                <th key={at} scope="col" className={classOf(column)}>
                  {column.title}
                </th>
              )),
            )}
        </tr>
      )}
    </thead>
  )
}

/** Key to the lines of stacked cells, shown once; headings repeat it for screen readers. */
function Key({ slots }: { slots: Slot[] }) {
  const stack = slots.find(({ parts }) => parts.length > 1)
  if (!stack) return null
  const titles = stack.parts.map(({ column }) => column.title.toLowerCase())
  return <span className="caption-key">Dans chaque case&nbsp;: {titles.join(', ')}</span>
}

/** CSS classes by size: few columns stay narrow; many get compact or never wrap; long tables scroll. */
function shapeOf({ columns, rows, stacked }: Table, slots: Slot[], hasActions: boolean): string {
  const shown = (stacked ? slots.length : columns.length) + (hasActions ? 1 : 0)
  const shapes = [
    shown < 5 && 'data-table-narrow',
    shown > 9 && 'data-table-compact',
    (shown > 11 || (shown > 9 && hasActions)) && !stacked && 'data-table-dense',
    shown > 12 && 'data-table-wide',
    rows.length > 30 && 'data-table-long',
    stacked && 'data-table-stacked',
  ]
  return ['data-table', ...shapes.filter(Boolean)].join(' ')
}

/** A table in its own scroll region, with its download link. */
export function DataTable({ table, render, actions }: Props) {
  const id = useElementId()
  const slots = slotsOf(table)

  const lines = (cells: Cell[], parts: Slot['parts'], row: number | null) =>
    parts.map(({ column, at }) => {
      const special = row === null ? undefined : render?.[column.key ?? '']?.(row)
      const value = special ?? (
        <Content
          cell={cells[at] ?? null}
          column={column}
          longest={at === 0 ? LONGEST_NAME : LONGEST_WORD}
        />
      )
      return table.stacked && parts.length > 1 ? (
        <span key={at} className="part">
          {value}
        </span>
      ) : (
        <Fragment key={at}>{value}</Fragment>
      )
    })

  const line = (cells: Cell[], key: string, row: number | null) => (
    <tr key={key}>
      {slots.flatMap((slot, position) => {
        const cut = table.stacked ? [slot.parts] : slot.parts.map((part) => [part])
        return cut.map((parts) => {
          const content = lines(cells, parts, row)
          const at = parts[0]?.at ?? 0
          const className = parts[0] && classOf(parts[0].column)
          return position === 0 && at === 0 ? (
            <th key={at} scope="row" className={className}>
              {content}
            </th>
          ) : (
            <td key={at} className={className}>
              {content}
            </td>
          )
        })
      })}
      {actions && <td className="action">{row !== null && actions.of(row)}</td>}
    </tr>
  )

  return (
    <div className={shapeOf(table, slots, actions !== undefined)}>
      <section className="table-scroll" aria-labelledby={id} tabIndex={0}>
        <table>
          <caption id={id}>
            {table.title}
            {table.stacked && <Key slots={slots} />}
          </caption>
          <Headings table={table} slots={slots} {...(actions && { actions })} />
          <tbody>{table.rows.map((cells, row) => line(cells, `${row}`, row))}</tbody>
          {table.totals && (
            <tfoot>{table.totals.map((cells, row) => line(cells, `total-${row}`, null))}</tfoot>
          )}
        </table>
      </section>
      {table.omitted ? (
        <p className="mention">
          {plural(table.omitted, 'ligne')} d’années plus anciennes{' '}
          {table.omitted > 1 ? 'sont' : 'est'} dans le fichier.
        </p>
      ) : null}
      <OnScreen>
        <p className="download">
          <a href={table.download.href} download>
            {table.download.text}
          </a>
          {table.definition && <HowLink code={table.definition} />}
        </p>
      </OnScreen>
    </div>
  )
}
