import type { Markish } from '@observablehq/plot'

/** A rectangle in pixels. */
export interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** Plot's band and linear scales. */
export interface Band {
  (name: string | number): number
  bandwidth: () => number
}
export type Linear = (value: number) => number

const HATCH_GAP = 7

/** Diagonals clipped to a rectangle. */
function hatch({ x, y, width, height }: Area): string {
  const lines: string[] = []
  for (let at = -height; at < width; at += HATCH_GAP) {
    const from = Math.max(0, at)
    const to = Math.min(width, height + at)
    lines.push(`M${x + from},${y + from - at}L${x + to},${y + to - at}`)
  }
  return lines.join('')
}

/** Hatches what stands for an incomplete year; `areasOf` receives the chart's scales. */
export const hatched =
  <Scales>(areasOf: (scales: Scales) => Area[], className = 'hatch'): Markish =>
  (_index, scales, _values, _dimensions, context) => {
    const path = context.ownerSVGElement.ownerDocument.createElementNS(
      'http://www.w3.org/2000/svg',
      'path',
    )
    path.setAttribute(
      'd',
      areasOf(scales as unknown as Scales)
        .map(hatch)
        .join(''),
    )
    path.setAttribute('class', className)
    return path
  }

/** Hatches a bar from 0 to a value; nothing if the bar is not drawn. */
export const hatchedBar = (name: string | number | undefined, value: number): Markish[] =>
  name === undefined || value === 0
    ? []
    : [
        hatched(
          ({ x, y }: { x: Band; y: Linear }) => [
            { x: x(name), y: y(value), width: x.bandwidth(), height: y(0) - y(value) },
          ],
          'hatch hatch-bar',
        ),
      ]
