import { axisX, barY, dot, line, ruleY, text } from '@observablehq/plot'
import { formatEuros } from '#figures/format'
import { barPadding, draw, evenTicks, fittingTicks, type Place } from './draw.server'
import { hatchedBar } from './hatch.server'
import { remembered } from './remembered.server'
import { type Trend, trendSource, type YearValue } from './trend'
import { type Unit, writingOf } from './unit'
import { valueAxis } from './values.server'

interface Subject {
  label: string
  unit: Unit
  /** Trend leading to a forecast of the last year. */
  trend?: Trend | undefined
  place?: Place
  /** The incomplete year, hatched. */
  running?: number | undefined
}

const LABEL_ABOVE = 12

/** Height of a bar's label: above the bar, or above the forecast if that would overlap. */
function labelHeight({ valeur }: YearValue, trend: Trend | undefined, top: number): number {
  const forecast = trend?.to.valeur ?? 0
  return forecast > valeur && forecast - valeur < top * 0.12 ? forecast : valeur
}

/** One bar per year, the last one selected, with a dashed trend and its forecast for that year if given. */
export const drawYearlyBars = remembered(
  (years: YearValue[], { label, unit, trend, place = 'half', running }: Subject) => {
    const unfinished = years.find(({ annee }) => annee === running)
    const selected = years.at(-1)
    const highest = Math.max(0, trend?.to.valeur ?? 0, ...years.map(({ valeur }) => valeur))
    const top = Math.max(highest * 1.1, 1)
    const { full, short, least } = writingOf(unit, top)
    const ticks = evenTicks(top, least)
    const forecast = trend && [trend.to]
    const labels = selected ? [{ ...selected, height: labelHeight(selected, trend, top) }] : []
    const forecastTitle =
      trend && `Prévision ${trend.to.annee} : ${full(trend.to.valeur)}\n${trendSource(trend)}`

    return draw(
      label,
      (size) => ({
        marginLeft: size.narrow ? 52 : 64,
        marginRight: 8,
        marginTop: 12,
        x: {
          type: 'band',
          domain: years.map(({ annee }) => annee),
          padding: barPadding(years, size),
        },
        y: { domain: [0, top] },
        marks: [
          ...valueAxis(ticks, short),
          axisX({
            label: null,
            tickSize: 0,
            ticks: fittingTicks(
              years.map(({ annee }) => annee),
              size,
            ),
            tickFormat: String,
          }),
          barY(years, {
            x: 'annee',
            y: 'valeur',
            fill: ({ annee }: YearValue) =>
              annee === selected?.annee ? 'var(--series-1)' : 'var(--series-1-soft)',
            title: ({ annee, valeur }: YearValue) => `${annee} : ${full(valeur)}`,
            href: 'href',
          }),
          ...hatchedBar(unfinished?.annee, unfinished?.valeur ?? 0),
          ruleY([0], { className: 'baseline' }),
          text(labels, {
            x: 'annee',
            y: 'height',
            text: ({ valeur }: YearValue) =>
              unit === 'dons' ? short(valeur) : formatEuros(valeur),
            dy: -LABEL_ABOVE,
            fontWeight: 600,
            fill: 'var(--text)',
            stroke: 'var(--background)',
            strokeWidth: 4,
          }),
          trend &&
            line([trend.from, trend.to], {
              x: 'annee',
              y: 'valeur',
              stroke: 'var(--series-2)',
              strokeWidth: 2,
              strokeDasharray: '6 4',
              title: () => trendSource(trend),
            }),
          forecast &&
            dot(forecast, {
              x: 'annee',
              y: 'valeur',
              r: 5,
              fill: 'var(--background)',
              stroke: 'var(--series-2)',
              strokeWidth: 2.5,
              title: () => forecastTitle,
            }),
        ],
      }),
      place,
    )
  },
)
