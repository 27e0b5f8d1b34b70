import { axisX, axisY, dot, gridY, line, ruleY, text } from '@observablehq/plot'
import { SHORT_MONTHS } from '../format'
import { draw, evenTicks } from './draw.server'
import { remembered } from './remembered.server'
import { type Unit, UNITS } from './unit'

/** `mois` is 1 to 12. */
export interface MonthPoint {
  mois: number
  valeur: number
}

export interface YearLine {
  annee: number
  points: MonthPoint[]
}

interface Subject {
  label: string
  unit: Unit
}

const DASHES = ['none', '7 4', '2 3', '9 3 2 3']

/** End labels moved apart so that each year can be read beside its line. */
function labelHeights(lines: YearLine[], gap: number): Map<number, number> {
  const ends = lines
    .map(({ annee, points }) => ({ annee, height: points.at(-1)?.valeur ?? 0 }))
    .sort((one, other) => one.height - other.height)
  let floor = -Infinity
  return new Map(
    ends.map(({ annee, height }) => {
      floor = Math.max(height, floor + gap)
      return [annee, floor]
    }),
  )
}

/** One line a year, the selected first in `lines`; each ends at its last point and carries its year there. */
export const drawCumulativeLines = remembered((lines: YearLine[], { label, unit }: Subject) => {
  const { full, short, least } = UNITS[unit]
  const highest = Math.max(1, ...lines.flatMap(({ points }) => points.map(({ valeur }) => valeur)))
  const heights = labelHeights(lines, highest * 0.075)
  const top = Math.max(highest * 1.1, ...heights.values())
  const ticks = evenTicks(top, least)
  const month = (mois: number) => SHORT_MONTHS[mois - 1] ?? ''

  return draw(label, (size) => ({
    marginLeft: size.narrow ? 52 : 64,
    marginRight: size.narrow ? 40 : 48,
    marginTop: 12,
    x: { type: 'linear', domain: [1, 12] },
    y: { domain: [0, top] },
    marks: [
      gridY({ className: 'grid', strokeOpacity: 1, ticks }),
      axisY({ label: null, ticks, tickSize: 0, tickFormat: (value: number) => short(value) }),
      axisX({
        label: null,
        tickSize: 0,
        ticks: size.narrow ? [1, 3, 5, 7, 9, 11] : SHORT_MONTHS.map((_, at) => at + 1),
        tickFormat: month,
      }),
      ruleY([0], { className: 'baseline' }),
      ...lines.flatMap(({ annee, points }, at) => {
        const stroke = `var(--series-${at + 1})`
        const title = ({ mois, valeur }: MonthPoint) => `${month(mois)} ${annee} : ${full(valeur)}`
        const end = points.slice(-1)
        return [
          line(points, {
            x: 'mois',
            y: 'valeur',
            stroke,
            strokeWidth: at === 0 ? 2.5 : 1.5,
            strokeDasharray: DASHES[at] ?? 'none',
          }),
          dot(points, {
            x: 'mois',
            y: 'valeur',
            r: at === 0 ? 3 : 2,
            fill: stroke,
            stroke: 'transparent',
            strokeWidth: 14,
            title,
          }),
          text(end, {
            x: 'mois',
            y: heights.get(annee) ?? 0,
            text: () => String(annee),
            textAnchor: 'start',
            dx: 8,
            fill: stroke,
            fontWeight: at === 0 ? 700 : 500,
          }),
        ]
      }),
    ],
  }))
})
