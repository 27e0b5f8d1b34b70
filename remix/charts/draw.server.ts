import { createHash } from 'node:crypto'
import { plot, type PlotOptions } from '@observablehq/plot'
import { named } from '../ui/drawings'
import type { Drawing } from '../ui/figure'
import { createDocument, markupOf } from './document.server'

/** Width of a chart: half of a wide screen's content, or all of it. */
export type Place = 'half' | 'full'

export interface Size {
  width: number
  height: number
  fontSize: number
  narrow: boolean
}

const SIZES: Record<Place, Size> = {
  half: { width: 520, height: 300, fontSize: 13, narrow: false },
  full: { width: 960, height: 340, fontSize: 14, narrow: false },
}
const NARROW: Size = { width: 340, height: 260, fontSize: 12, narrow: true }

/** A drawing named by what it shows: a page's data refer to it by name. */
export const sentOnce = (markup: string): string =>
  named(markup, createHash('sha256').update(markup).digest('base64url').slice(0, 12))

function drawAt(label: string, size: Size, optionsFor: (size: Size) => PlotOptions): string {
  const options = optionsFor(size)
  const svg = plot({
    ...options,
    document: createDocument() as unknown as Document,
    width: size.width,
    height: options.height ?? size.height,
    ariaLabel: label,
  })
  svg.setAttribute('font-size', String(size.fontSize))
  svg.setAttribute('role', 'img')
  const markup = markupOf(svg)
  // What an image holds cannot be reached: a chart that leads somewhere is a group.
  return sentOnce(markup.includes('<a ') ? markup.replace("role='img'", "role='group'") : markup)
}

/** Draws a chart at both widths. `label` is its accessible name. */
export function draw(
  label: string,
  optionsFor: (size: Size) => PlotOptions,
  place: Place = 'half',
): Drawing {
  return {
    large: drawAt(label, SIZES[place], optionsFor),
    small: drawAt(label, NARROW, optionsFor),
  }
}

const WIDEST_BAR = 64

/** Padding between bars: a fifth, more if there are few. */
export const barPadding = (bars: unknown[], { width }: Size): number =>
  Math.max(0.2, 1 - (bars.length * WIDEST_BAR) / width)

/** Category labels that fit: about one per `gap` pixels, always including the last. */
export function fittingTicks<Value>(values: Value[], { width }: Size, gap = 44): Value[] {
  const step = Math.max(1, Math.ceil((values.length * gap) / width))
  return values.filter((_, at) => (values.length - 1 - at) % step === 0)
}

/** About five round values from 0 to `highest`, at least `least` apart, so that no two labels are equal. */
export function evenTicks(highest: number, least = 0): number[] {
  const rough = highest / 5
  const power = 10 ** Math.floor(Math.log10(rough))
  const round = [1, 2, 5, 10].find((times) => rough < times * power * Math.SQRT2) ?? 10
  const step = Math.max(least, round * power)
  return Array.from({ length: Math.floor(highest / step) + 1 }, (_, at) => at * step)
}
