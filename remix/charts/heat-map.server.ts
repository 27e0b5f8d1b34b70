import { axisX, axisY, cell, text } from '@observablehq/plot'
import { formatPercent } from '#figures/format'
import { roundTo } from '#figures/ratios'
import { draw, fittingTicks, type Size } from './draw.server'
import { type Band, hatched } from './hatch.server'
import { remembered } from './remembered.server'

/** A cell: row, column, value from 0 to 100, and tooltip. */
export interface Heat {
  row: string
  column: string
  value: number
  title: string
  /** Its list. */
  href?: string | undefined
}

interface Subject {
  label: string
  /** Cells excluded from the colour scale, as they would make all others pale. */
  base: (heat: Heat) => boolean
  /** Column of the incomplete year or month. */
  running: string | undefined
  /** Column order, if not alphabetical. */
  columns?: readonly string[]
  /** Width for row names, in pixels. */
  rowWidth?: number
}

const ROW_HEIGHT = 26
/** Of rows with a name of two lines. */
const TALL_ROW = 38
const PALEST = 0.06
const STRONGEST = 0.42
/** Width for row names: for a year, and the maximum on a small screen. */
const YEAR_WIDTH = 52
const NARROW_ROW = 84
const NARROW_LINES = 112
/** Width of a capital, relative to the font size. */
const LETTER = 0.62
/** Font size in a shrunk chart, see `figures.css`. */
const SHRUNK_FONT = 20

/** Ellipsises a long name in the middle: codes of a year differ at the end. */
function shorten(name: string, width: number, fontSize: number): string {
  const most = Math.floor(width / (LETTER * fontSize))
  const letters = Array.from(name)
  if (letters.length <= most) return name
  const end = Math.floor((most - 1) / 2)
  const start = letters.slice(0, most - 1 - end)
  return [...start, '…', ...letters.slice(letters.length - end)].join('')
}

/** Room that the name of a column takes. */
const gapOf = (columns: readonly string[], { fontSize }: Size) =>
  Math.max(...columns.flatMap((name) => name.split('\n').map((line) => line.length))) *
    fontSize *
    LETTER +
  6

/** Heat map: darker for higher values; missing cells stay empty. */
const drawn = remembered(
  (
    cells: (Heat & { strength: number })[],
    label: string,
    running: string | null,
    given: readonly string[] | null,
    rowWidth: number,
  ) => {
    const rows = [...new Set(cells.map(({ row }) => row))]
    const hasLines = rows.some((row) => row.includes('\n'))
    const columns = [...(given ?? [...new Set(cells.map(({ column }) => column))].sort())]
    return draw(
      label,
      (size) => {
        const marginLeft = size.narrow
          ? Math.min(rowWidth, hasLines ? NARROW_LINES : NARROW_ROW)
          : rowWidth
        const step = (size.width - marginLeft - 8) / Math.max(1, columns.length)
        const unfinished = cells.filter(({ column }) => column === running)
        return {
          height: rows.length * (hasLines ? TALL_ROW : ROW_HEIGHT) + (hasLines ? 64 : 48),
          marginLeft,
          marginRight: 8,
          marginTop: 8,
          marginBottom: hasLines ? 48 : 32,
          x: { type: 'band', domain: columns, padding: 0.04 },
          y: { type: 'band', domain: rows, padding: 0.06 },
          marks: [
            axisY({
              label: null,
              tickSize: 0,
              tickFormat: (row: string) =>
                row
                  .split('\n')
                  .map((line) =>
                    shorten(line, marginLeft, size.narrow ? size.fontSize : SHRUNK_FONT),
                  )
                  .join('\n'),
            }),
            axisX({
              label: null,
              tickSize: 0,
              ticks: fittingTicks(
                columns,
                { ...size, width: size.width - marginLeft },
                gapOf(columns, size),
              ),
            }),
            cell(cells, {
              x: 'column',
              y: 'row',
              fill: 'var(--series-1)',
              fillOpacity: 'strength',
              title: 'title',
              href: 'href',
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
