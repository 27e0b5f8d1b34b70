import { axisX, barY, ruleY, text } from '@observablehq/plot'
import { formatCount, formatPercent } from '#figures/format'
import { runningEntry } from '../ui/figure'
import { barPadding, draw, evenTicks, fittingTicks, type Place, type Size } from './draw.server'
import { hatchedBar } from './hatch.server'
import { remembered } from './remembered.server'
import { valueAxis } from './values.server'

export interface Series {
  label: string
  /** Of the legend: a series' number, or `band-` and a band's. */
  mark: string
}

/** A bar: its name, and one part per series, in order. */
export interface Stack {
  name: string
  /** Shorter label under the bar. */
  tick?: string
  parts: { nombre: number; pourcentage?: number; href?: string | undefined }[]
}

interface Subject {
  label: string
  /** 'parts': bars fill the height; 'nombres': heights are counts. */
  unit: 'parts' | 'nombres'
  place?: Place
  /** The selected year's bar, outlined. */
  selected?: string
  /** The incomplete year, whose bar is hatched. */
  running?: { annee: number; au: string } | null
}

interface Segment {
  name: string
  colour: string
  from: number
  to: number
  title: string
  href: string | undefined
}

const totalOf = ({ parts }: Stack) => parts.reduce((total, { nombre }) => total + nombre, 0)

/** A bar's segments, bottom up; empty ones are dropped. */
function segmentsOf(stack: Stack, series: Series[], scale: number): Segment[] {
  const { name, parts } = stack
  let from = 0
  return series.flatMap(({ label, mark }, at) => {
    const { nombre, pourcentage, href } = parts[at] ?? { nombre: 0 }
    const to = from + nombre * scale
    const share = pourcentage === undefined ? '' : ` (${formatPercent(pourcentage)})`
    const title = `${name} – ${label} : ${formatCount(nombre)}${share}`
    const colour = `var(--${mark.startsWith('band-') ? mark : `series-${mark}`})`
    const segment = { name, colour, from, to, title, href }
    from = to
    return nombre > 0 ? [segment] : []
  })
}

/** Axis of bar names, as many as fit. */
function axisOfNames(stacks: Stack[], size: Size) {
  const ticks = new Map(stacks.map(({ name, tick = name }) => [name, tick]))
  const longest = Math.max(
    0,
    ...[...ticks.values()].flatMap((tick) => tick.split('\n').map(({ length }) => length)),
  )
  return axisX({
    label: null,
    tickSize: 0,
    ticks: fittingTicks([...ticks.keys()], size, longest * size.fontSize * 0.6 + 10),
    tickFormat: (name: string) => ticks.get(name) ?? name,
  })
}

/** The outline of a bar, with its name above. */
const outline = (stacks: Stack[], heightOf: (stack: Stack) => number) => [
  barY(stacks, {
    x: 'name',
    y1: 0,
    y2: heightOf,
    inset: -2,
    fill: 'none',
    stroke: 'var(--text)',
    strokeWidth: 1.5,
  }),
  text(stacks, {
    x: 'name',
    y: heightOf,
    text: 'name',
    dy: -12,
    fontWeight: 700,
    fill: 'var(--text)',
  }),
]

/** Stacked bars, as counts or shares, with their legend. */
export const drawStacks = remembered((stacks: Stack[], series: Series[], subject: Subject) => {
  const { label, unit, place = 'half', selected, running = null } = subject
  const shares = unit === 'parts'
  const segments = stacks.flatMap((stack) =>
    segmentsOf(stack, series, shares ? 100 / Math.max(1, totalOf(stack)) : 1),
  )
  const top = shares ? 100 : Math.max(1, ...stacks.map(totalOf)) * 1.1
  const ticks = evenTicks(top, 1)
  const unfinished = stacks.find(({ name }) => name === String(running?.annee))
  const height = unfinished ? totalOf(unfinished) : 0

  const drawing = draw(
    label,
    (size) => ({
      marginLeft: size.narrow ? 52 : 64,
      marginRight: 8,
      marginTop: selected ? 28 : 12,
      x: {
        type: 'band',
        domain: stacks.map(({ name }) => name),
        padding: barPadding(stacks, size),
      },
      y: { domain: [0, top] },
      marks: [
        ...valueAxis(ticks, (value) => (shares ? `${value} %` : formatCount(value))),
        axisOfNames(stacks, size),
        barY(segments, {
          x: 'name',
          y1: 'from',
          y2: 'to',
          fill: 'colour',
          stroke: 'var(--background)',
          title: 'title',
          href: 'href',
        }),
        ...hatchedBar(unfinished?.name, shares && height > 0 ? 100 : height),
        ruleY([0], { className: 'baseline' }),
        ...outline(
          stacks.filter(({ name }) => name === selected),
          shares ? () => 100 : totalOf,
        ),
      ],
    }),
    place,
  )
  return { ...drawing, legend: [...series, ...runningEntry(unfinished && running)] }
})
