import { axisX, axisY, cell, text } from '@observablehq/plot'
import { formatPercent } from '#figures/format'
import { roundTo } from '#figures/ratios'
import { draw, fittingTicks } from './draw.server'
import { type Band, hatched } from './hatch.server'
import { remembered } from './remembered.server'

/** One cell: its row, its column, a value from 0 to 100, and its tooltip. */
export interface Heat {
  row: string
  column: string
  value: number
  title: string
}

interface Subject {
  label: string
  /** Cells that do not count for the strongest colour: they would make all others pale. */
  base: (heat: Heat) => boolean
  /** The column of a year or month that is not over. */
  running: string | undefined
  /** The columns in their order, if that is not that of their names. */
  columns?: readonly string[]
  /** Pixels for the names of the rows. */
  rowWidth?: number
}

const ROW_HEIGHT = 26
const PALEST = 0.06
const STRONGEST = 0.42
/** Room for the names of the rows: for a year, and at most on a small screen. */
const YEAR_WIDTH = 52
const NARROW_ROW = 84
/** A capital's width in parts of the size of its font. */
const LETTER = 0.62
/** The font of a chart that is shrunk, see `figures.css`. */
const SHRUNK_FONT = 20

/** A name that is longer than its room, without its middle: codes of a year differ at their end. */
function shorten(name: string, width: number, fontSize: number): string {
  const most = Math.floor(width / (LETTER * fontSize))
  const letters = Array.from(name)
  if (letters.length <= most) return name
  const end = Math.floor((most - 1) / 2)
  const start = letters.slice(0, most - 1 - end)
  return [...start, '…', ...letters.slice(letters.length - end)].join('')
}

/** Rows by columns, a stronger colour for a higher value; cells that are not given stay empty. */
const drawn = remembered(
  (
    cells: (Heat & { strength: number })[],
    label: string,
    running: string | null,
    given: readonly string[] | null,
    rowWidth: number,
  ) => {
    const rows = [...new Set(cells.map(({ row }) => row))]
    const columns = [...(given ?? [...new Set(cells.map(({ column }) => column))].sort())]
    return draw(
      label,
      (size) => {
        const marginLeft = size.narrow ? Math.min(rowWidth, NARROW_ROW) : rowWidth
        const step = (size.width - marginLeft - 8) / Math.max(1, columns.length)
        const unfinished = cells.filter(({ column }) => column === running)
        return {
          height: rows.length * ROW_HEIGHT + 48,
          marginLeft,
          marginRight: 8,
          marginTop: 8,
          marginBottom: 32,
          x: { type: 'band', domain: columns, padding: 0.04 },
          y: { type: 'band', domain: rows, padding: 0.06 },
          marks: [
            axisY({
              label: null,
              tickSize: 0,
              tickFormat: (row: string) =>
                shorten(row, marginLeft, size.narrow ? size.fontSize : SHRUNK_FONT),
            }),
            axisX({ label: null, tickSize: 0, ticks: fittingTicks(columns, size) }),
            cell(cells, {
              x: 'column',
              y: 'row',
              fill: 'var(--series-1)',
              fillOpacity: 'strength',
              title: 'title',
            }),
            hatched(({ x, y }: Record<'x' | 'y', Band>) =>
              unfinished.map(({ row, column: name }) => ({
                x: x(name),
                y: y(row),
                width: x.bandwidth(),
                height: y.bandwidth(),
              })),
            ),
            ...(step < 44
              ? []
              : [
                  text(cells, {
                    x: 'column',
                    y: 'row',
                    text: ({ value }: Heat) => formatPercent(roundTo(value, 0)).replace(',0', ''),
                    fill: 'var(--text)',
                    fontSize: 12,
                    pointerEvents: 'none',
                  }),
                ]),
          ],
        }
      },
      'full',
    )
  },
)

export function drawHeatMap(
  cells: Heat[],
  { label, base, running, columns, rowWidth = YEAR_WIDTH }: Subject,
) {
  const most = Math.max(1, ...cells.filter((heat) => !base(heat)).map(({ value }) => value))
  const strengthOf = ({ value }: Heat) =>
    value === 0 ? 0.02 : PALEST + (STRONGEST - PALEST) * Math.min(1, value / most)
  const strong = cells.map((heat) => ({ ...heat, strength: strengthOf(heat) }))
  return drawn(strong, label, running ?? null, columns ?? null, rowWidth)
}
