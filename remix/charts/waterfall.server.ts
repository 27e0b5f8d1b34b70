import { axisX, axisY, barX, gridX, ruleX, text } from '@observablehq/plot'
import { formatEuros, formatMillions, formatMoney, formatThousands } from '#figures/format'
import { draw, evenTicks } from './draw.server'
import { remembered } from './remembered.server'

/** A step: a total, or an amount added to or taken from the previous one. */
export interface Step {
  name: string
  whole: boolean
  amount: number
  /** Its list. */
  href?: string | undefined
}

interface Bar {
  name: string
  from: number
  to: number
  end: number
  colour: string
  value: string
  title: string
  href: string | undefined
}

/** Rounds to cents, against float drift. */
const toCents = (amount: number) => Math.round(amount * 100) / 100

const signOf = (amount: number) => (amount > 0 ? '+' : '')

/** The steps' bars, each starting where the previous one ended. */
function barsOf(steps: readonly Step[], short: (amount: number) => string): Bar[] {
  let at = 0
  return steps.map(({ name, whole, amount, href }) => {
    const from = whole ? 0 : at
    const to = toCents(from + amount)
    at = to
    const sign = whole ? '' : signOf(amount)
    return {
      name,
      from: Math.min(from, to),
      to: Math.max(from, to),
      end: Math.max(from, to),
      colour: whole ? 'var(--series-1)' : amount < 0 ? 'var(--error)' : 'var(--success)',
      value: `${sign}${short(amount)}`,
      title: `${name} : ${sign}${formatMoney(amount)}`,
      href,
    }
  })
}

/** Unit in which a hundredth of the longest bar is still visible. */
function writingOf(top: number): { short: (amount: number) => string; least: number } {
  if (top >= 10_000_000) return { short: formatMillions, least: 100_000 }
  return top >= 100_000
    ? { short: formatThousands, least: 1_000 }
    : { short: formatEuros, least: 1 }
}

const ROW_HEIGHT = 30

/** Horizontal waterfall from one total to the next, values at bar ends. */
export const drawWaterfall = remembered((steps: Step[], label: string) => {
  const top = Math.max(1, ...barsOf(steps, String).map(({ to }) => to))
  const { short, least } = writingOf(top)
  const bars = barsOf(steps, short)
  return draw(
    label,
    (size) => {
      const ticks = evenTicks(top, least).filter((_, at) => !size.narrow || at % 2 === 0)
      return {
        height: steps.length * ROW_HEIGHT + 40,
        marginLeft: size.narrow ? 128 : 176,
        marginRight: size.narrow ? 60 : 84,
        marginTop: 4,
        marginBottom: 32,
        x: { domain: [0, top] },
        y: { type: 'band', domain: steps.map(({ name }) => name), padding: 0.25 },
        marks: [
          gridX({ className: 'grid', strokeOpacity: 1, ticks }),
          axisX({ label: null, ticks, tickSize: 0, tickFormat: (value: number) => short(value) }),
          axisY({ label: null, tickSize: 0 }),
          barX(bars, {
            x1: 'from',
            x2: 'to',
            y: 'name',
            fill: 'colour',
            title: 'title',
            href: 'href',
          }),
          ruleX([0], { className: 'baseline' }),
          text(bars, {
            x: 'end',
            y: 'name',
            text: 'value',
            dx: 6,
            textAnchor: 'start',
            fill: 'var(--text)',
            stroke: 'var(--background)',
            strokeWidth: 4,
          }),
        ],
      }
    },
    'full',
  )
})
