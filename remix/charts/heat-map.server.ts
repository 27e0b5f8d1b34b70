import { axisX, axisY, cell, text } from '@observablehq/plot'
import { formatPercent } from '#figures/format'
import { draw, fittingTicks } from './draw.server'
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
  /** The column of a year that is not over. */
  hatched: string | undefined
}

/** Plot's scale of names along an axis, in pixels. */
interface Band {
  (name: string): number
  bandwidth: () => number
}

const ROW_HEIGHT = 26
const PALEST = 0.06
const STRONGEST = 0.42
const HATCH_GAP = 7

/** Diagonals over a rectangle, cut at its edges. */
function hatch(x: number, y: number, width: number, height: number): string {
  const lines: string[] = []
  for (let at = -height; at < width; at += HATCH_GAP) {
    const from = Math.max(0, at)
    const to = Math.min(width, height + at)
    lines.push(`M${x + from},${y + from - at}L${x + to},${y + to - at}`)
  }
  return lines.join('')
}

/** Rows by columns, a stronger colour for a higher value; cells that are not given stay empty. */
const drawn = remembered(
  (cells: (Heat & { strength: number })[], label: string, hatched: string | null) => {
    const rows = [...new Set(cells.map(({ row }) => row))]
    const columns = [...new Set(cells.map(({ column }) => column))].sort()
    return draw(
      label,
      (size) => {
        const marginLeft = 52
        const step = (size.width - marginLeft - 8) / Math.max(1, columns.length)
        const unfinished = cells.filter(({ column }) => column === hatched)
        return {
          height: rows.length * ROW_HEIGHT + 48,
          marginLeft,
          marginRight: 8,
          marginTop: 8,
          marginBottom: 32,
          x: { type: 'band', domain: columns, padding: 0.04 },
          y: { type: 'band', domain: rows, padding: 0.06 },
          marks: [
            axisY({ label: null, tickSize: 0 }),
            axisX({ label: null, tickSize: 0, ticks: fittingTicks(columns, size) }),
            cell(cells, {
              x: 'column',
              y: 'row',
              fill: 'var(--series-1)',
              fillOpacity: 'strength',
              title: 'title',
            }),
            (_index, scales, _values, _dimensions, context) => {
              const { x, y } = scales as unknown as Record<'x' | 'y', Band>
              const path = context.ownerSVGElement.ownerDocument.createElementNS(
                'http://www.w3.org/2000/svg',
                'path',
              )
              const lines = unfinished.map(({ row, column }) =>
                hatch(x(column), y(row), x.bandwidth(), y.bandwidth()),
              )
              path.setAttribute('d', lines.join(''))
              path.setAttribute('class', 'hatch')
              return path
            },
            ...(step < 44
              ? []
              : [
                  text(cells, {
                    x: 'column',
                    y: 'row',
                    text: ({ value }: Heat) => formatPercent(Math.round(value)).replace(',0', ''),
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

export function drawHeatMap(cells: Heat[], { label, base, hatched }: Subject) {
  const most = Math.max(1, ...cells.filter((heat) => !base(heat)).map(({ value }) => value))
  const strengthOf = ({ value }: Heat) =>
    value === 0 ? 0.02 : PALEST + (STRONGEST - PALEST) * Math.min(1, value / most)
  const strong = cells.map((heat) => ({ ...heat, strength: strengthOf(heat) }))
  return drawn(strong, label, hatched ?? null)
}
