import { areaY, axisX, dot, line, ruleY } from '@observablehq/plot'
import { draw, evenTicks, fittingTicks } from './draw.server'
import { remembered } from './remembered.server'
import { colourOf, valueAxis } from './values.server'

/** A value in a run of many, with its name in words. */
export interface CurvePoint {
  x: number
  valeur: number
  title: string
}

interface Subject {
  label: string
  /** Writes a value of the axis. */
  write: 'nombre' | 'pourcentage'
  /** Where the axis bears a label. */
  ticks: { x: number; text: string }[]
  /** What holds until the next value, and does not lead to it. */
  steps?: boolean
}

/** One line through many values, from 0 up. */
export const drawCurve = remembered(
  (points: CurvePoint[], { label, write, ticks, steps = false }: Subject) => {
    const highest = write === 'pourcentage' ? 100 : Math.max(1, ...points.map((one) => one.valeur))
    const top = highest * 1.05
    const curve = steps ? 'step-after' : 'linear'
    const names = new Map(ticks.map(({ x, text }) => [x, text]))
    return draw(
      label,
      (size) => ({
        marginLeft: size.narrow ? 52 : 64,
        marginRight: 20,
        marginTop: 12,
        x: { type: 'linear', domain: [points[0]?.x ?? 0, Math.max(points.at(-1)?.x ?? 0, 1)] },
        y: { domain: [0, top] },
        marks: [
          ...valueAxis(evenTicks(top, 1), (value) =>
            write === 'pourcentage' ? `${value} %` : value.toLocaleString('fr-FR'),
          ),
          axisX({
            label: null,
            tickSize: 0,
            ticks: fittingTicks(
              ticks.map(({ x }) => x),
              size,
            ),
            tickFormat: (x: number) => names.get(x) ?? '',
          }),
          areaY(points, {
            x: 'x',
            y: 'valeur',
            curve,
            fill: 'var(--series-1-soft)',
            fillOpacity: 0.4,
          }),
          ruleY([0], { className: 'baseline' }),
          line(points, { x: 'x', y: 'valeur', curve, stroke: colourOf(0), strokeWidth: 2.5 }),
          dot(points, {
            x: 'x',
            y: 'valeur',
            r: 1.5,
            fill: colourOf(0),
            stroke: 'transparent',
            strokeWidth: 10,
            title: 'title',
          }),
        ],
      }),
      'full',
    )
  },
)
