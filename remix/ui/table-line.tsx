import { Fragment, type ReactNode } from 'react'
import { formatDayMonth, MISSING } from '#figures/format'
import { Bounded } from './bounded'
import { Change } from './change'
import { Lead } from './leading'
import {
  type AtDate,
  atDateFormat,
  atDateOf,
  type Cell,
  type Column,
  type Judgement,
  showCell,
  type Table,
} from './table'
import { type Actions, classOf, type Slot } from './table-head'

interface AtDateProps {
  atDate: AtDate
  format: 'ecart' | 'evolution'
  judged: Judgement
}

/** Below a running year's change: the year-to-date one, which carries the arrow; the table's title says the day. */
function BesideChange({ atDate: { au, comparable, value }, format, judged }: AtDateProps) {
  if (!comparable)
    return <span className="at-date visually-hidden">comparaison à date impossible</span>
  return (
    <span className="at-date">
      <span className="visually-hidden">à date (au {formatDayMonth(au)})&nbsp;: </span>
      {value === null ? (
        MISSING
      ) : (
        <Change value={value} judged={judged}>
          {showCell(value, format)}
        </Change>
      )}
    </span>
  )
}

/** The naming column stays visible on small screens: its unbroken words are shorter than an e-mail address. */
const LONGEST_NAME = 24
const LONGEST_WORD = 44

function Content({ cell, column, longest }: { cell: Cell; column: Column; longest: number }) {
  if (column.blank && cell === null) return null
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
        <BesideChange
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

export interface LineProps {
  table: Table
  slots: Slot[]
  cells: Cell[]
  /** Its place among the table's rows; none of a total. */
  row: number | null
  isFolded?: boolean
  /** Custom cells, by column key; undefined keeps the default. */
  render?: Record<string, (row: number) => ReactNode> | undefined
  actions?: Actions | undefined
}

/** A row of a table, its first cell the heading of the others. */
export function Line({ table, slots, cells, row, isFolded = false, render, actions }: LineProps) {
  const valueOf = ({ column, at }: Slot['parts'][number]) => {
    const special = row === null ? undefined : render?.[column.key ?? '']?.(row)
    const longest = at === 0 ? LONGEST_NAME : LONGEST_WORD
    return special ?? <Content cell={cells[at] ?? null} column={column} longest={longest} />
  }
  const contentOf = (parts: Slot['parts']) =>
    parts.map((part) =>
      table.stacked && parts.length > 1 ? (
        <span key={part.at} className="part">
          {valueOf(part)}
        </span>
      ) : (
        <Fragment key={part.at}>{valueOf(part)}</Fragment>
      ),
    )
  return (
    <tr className={isFolded ? 'folded' : undefined}>
      {slots.flatMap((slot, position) => {
        const cut = table.stacked ? [slot.parts] : slot.parts.map((part) => [part])
        return cut.map((parts) => {
          const at = parts[0]?.at ?? 0
          const className = parts[0] && classOf(parts[0].column)
          return position === 0 && at === 0 ? (
            <th key={at} scope="row" className={className}>
              {contentOf(parts)}
            </th>
          ) : (
            <td key={at} className={className}>
              {contentOf(parts)}
            </td>
          )
        })
      })}
      {actions && <td className="action">{row !== null && actions.of(row)}</td>}
    </tr>
  )
}
