import { areaY, axisX, dot, line, ruleY, text } from '@observablehq/plot'
import { SHORT_MONTHS } from '#figures/format'
import { draw, evenTicks, type Place } from './draw.server'
import { remembered } from './remembered.server'
import { type Unit, writingOf } from './unit'
import { colourOf, seriesLine, valueAxis } from './values.server'

/** `mois` is 1 to 12. */
export interface MonthPoint {
  mois: number
  valeur: number
}

export interface YearLine {
  annee: number
  /** What it is called, if not by its year. */
  nom?: string
  /** Its colour, if not that of its place. */
  couleur?: string
  points: MonthPoint[]
}

interface Subject {
  label: string
  unit: Unit
  place?: Place
}

/** Spreads the labels at the right edge, so that each year is legible beside its line. */
function labelHeights(lines: YearLine[], gap: number): Map<YearLine, number> {
  const ends = lines
    .map((line) => ({ line, height: line.points.at(-1)?.valeur ?? 0 }))
    .sort((one, other) => one.height - other.height)
  let floor = -Infinity
  return new Map(
    ends.map(({ line, height }) => {
      floor = Math.max(height, floor + gap)
      return [line, floor]
    }),
  )
}

const LAST_MONTH = 12

/** Places the label of a line ending mid-year above or below its end, clear of the other lines. */
function labelWithin({ points }: YearLine, others: YearLine[]): { dx: number; dy: number } {
  const end = points.at(-1)
  const highest = Math.max(...others.map((line) => line.points[(end?.mois ?? 1) - 1]?.valeur ?? 0))
  const isAbove = (end?.valeur ?? 0) >= highest
  return isAbove ? { dx: (end?.mois ?? 1) > 2 ? -14 : 14, dy: -14 } : { dx: 14, dy: 16 }
}

/** One line per year, the selected one first in `lines`, labelled at its last point. */
export const drawCumulativeLines = remembered(
  (lines: YearLine[], { label, unit, place = 'half' }: Subject) => {
    const highest = Math.max(
      1,
      ...lines.flatMap(({ points }) => points.map(({ valeur }) => valeur)),
    )
    const whole = lines.filter(({ points }) => points.at(-1)?.mois === LAST_MONTH)
    const heights = labelHeights(whole, highest * 0.075)
    const top = Math.max(highest * 1.1, ...heights.values())
    const { full, short, least } = writingOf(unit, top)
    const ticks = evenTicks(top, least)
    const month = (mois: number) => SHORT_MONTHS[mois - 1] ?? ''

    return draw(
      label,
      (size) => ({
        marginLeft: size.narrow ? 52 : 64,
        marginRight: size.narrow ? 40 : 48,
        marginTop: 12,
        x: { type: 'linear', domain: [1, LAST_MONTH] },
        y: { domain: [0, top] },
        marks: [
          ...valueAxis(ticks, short),
          axisX({
            label: null,
            tickSize: 0,
            ticks: size.narrow ? [1, 3, 5, 7, 9, 11] : SHORT_MONTHS.map((_, at) => at + 1),
            tickFormat: month,
          }),
          ruleY([0], { className: 'baseline' }),
          ...lines.map(({ points, couleur }, at) => seriesLine(points, 'mois', at, couleur)),
          ...lines.map(({ annee, nom = String(annee), couleur, points }, at) =>
            dot(points, {
              x: 'mois',
              y: 'valeur',
              r: at === 0 ? 3 : 2,
              fill: couleur ?? colourOf(at),
              stroke: 'transparent',
              strokeWidth: 14,
              title: ({ mois, valeur }: MonthPoint) => `${month(mois)} ${nom} : ${full(valeur)}`,
            }),
          ),
          ...lines.map((drawn, at) => {
            const { annee, nom = String(annee), couleur = colourOf(at), points } = drawn
            const height = heights.get(drawn)
            return text(points.slice(-1), {
              x: 'mois',
              y: height === undefined ? 'valeur' : () => height,
              text: () => nom,
              fill: couleur,
              stroke: 'var(--background)',
              strokeWidth: 4,
              fontWeight: at === 0 ? 700 : 500,
              ...(height === undefined
                ? labelWithin(drawn, whole)
                : { textAnchor: 'start' as const, dx: 8 }),
            })
          }),
        ],
      }),
      place,
    )
  },
)

/** A year's curve beside the one before, without axes: what a figure came to, at a glance. */
export const drawYearCurve = remembered(([year, before]: YearLine[]) =>
  draw(`Courbe de ${year?.annee ?? ''}`, () => ({
    height: 150,
    margin: 4,
    axis: null,
    x: { type: 'linear', domain: [1, 12] },
    marks: [
      ...(before
        ? [
            line(before.points, {
              x: 'mois',
              y: 'valeur',
              stroke: colourOf(1),
              strokeWidth: 1.5,
              strokeDasharray: '5 4',
            }),
          ]
        : []),
      ...(year
        ? [
            areaY(year.points, {
              x: 'mois',
              y: 'valeur',
              fill: 'var(--series-1-soft)',
              fillOpacity: 0.4,
            }),
            line(year.points, { x: 'mois', y: 'valeur', stroke: colourOf(0), strokeWidth: 2.5 }),
          ]
        : []),
    ],
  })),
)
