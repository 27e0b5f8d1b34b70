import { axisY, gridY, line, type Data } from '@observablehq/plot'

/** The value axis with its grid. */
export const valueAxis = (ticks: number[], write: (value: number) => string) => [
  gridY({ className: 'grid', strokeOpacity: 1, ticks }),
  axisY({ label: null, ticks, tickSize: 0, tickFormat: write }),
]

const DASHES = ['none', '7 4', '2 3', '9 3 2 3', '1 4']

/** The colour of a series, 0-based. */
export const colourOf = (series: number): string => `var(--series-${series + 1})`

/** A series' line over `x`: the first is the thickest, each has its own dashes. */
export const seriesLine = (points: Data, x: string, series: number, stroke = colourOf(series)) =>
  line(points, {
    x,
    y: 'valeur',
    stroke,
    strokeWidth: series === 0 ? 2.5 : 1.5,
    strokeDasharray: DASHES[series] ?? 'none',
  })
