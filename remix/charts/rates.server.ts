import { axisX, dot, ruleY } from '@observablehq/plot'
import { formatPercent } from '#figures/format'
import { draw, evenTicks, fittingTicks } from './draw.server'
import { remembered } from './remembered.server'
import { colourOf, seriesLine, valueAxis } from './values.server'

/** A rate over the years, null where undefined. `open`: may still change, and is not compared with closed points. */
export interface Rate {
  label: string
  points: { annee: number; nom?: string; valeur: number | null; open: boolean }[]
  /** The point to compare the open one with: the same rate up to the same day. */
  sameDay?: { annee: number; nom: string; valeur: number | null } | undefined
}

interface Point {
  annee: number
  valeur: number
  open: boolean
  title: string
}

function pointsOf(label: string, points: Rate['points']): Point[] {
  return points.flatMap(({ annee, nom = String(annee), valeur, open }) =>
    valeur === null
      ? []
      : [{ annee, valeur, open, title: `${label} ${nom} : ${formatPercent(valeur)}` }],
  )
}

/** Splits points into runs of consecutive years with equal `open`. */
function runsOf(points: readonly Point[]): Point[][] {
  const runs: Point[][] = []
  for (const point of points) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run && last?.annee === point.annee - 1 && last.open === point.open) run.push(point)
    else runs.push([point])
  }
  return runs
}

/** One line per rate, up to 100 % or more, with their legend; open points are hollow. */
export const drawRates = remembered((rates: Rate[], label: string) => {
  const lines = rates.map(({ label: name, points, sameDay }) => [
    ...pointsOf(
      name,
      points.filter(({ open }) => !open),
    ),
    ...pointsOf(name, sameDay ? [{ ...sameDay, open: true }] : []),
    ...pointsOf(
      name,
      points.filter(({ open }) => open),
    ),
  ])
  const years = [...new Set(rates.flatMap(({ points }) => points.map(({ annee }) => annee)))]
  const top = Math.max(10, ...lines.flat().map(({ valeur }) => valeur)) * 1.1
  const ticks = evenTicks(top, 1)
  const drawing = draw(
    label,
    (size) => ({
      marginLeft: size.narrow ? 52 : 64,
      marginRight: 20,
      marginTop: 12,
      x: { type: 'point', domain: years, padding: 0.2 },
      y: { domain: [0, top] },
      marks: [
        ...valueAxis(ticks, (value) => `${value} %`),
        axisX({
          label: null,
          tickSize: 0,
          ticks: fittingTicks(years, size),
          tickFormat: String,
        }),
        ruleY([0], { className: 'baseline' }),
        ...lines.flatMap((points, at) => runsOf(points).map((run) => seriesLine(run, 'annee', at))),
        ...lines.map((points, at) =>
          dot(points, {
            x: 'annee',
            y: 'valeur',
            r: 3.5,
            fill: ({ open }: Point) => (open ? 'var(--background)' : colourOf(at)),
            stroke: colourOf(at),
            strokeWidth: 1.5,
            title: 'title',
          }),
        ),
      ],
    }),
    'full',
  )
  return {
    ...drawing,
    legend: rates.map((rate, at) => ({ mark: String(at + 1), label: rate.label })),
  }
})
