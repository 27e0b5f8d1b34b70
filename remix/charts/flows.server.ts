import { areaY, rect, text } from '@observablehq/plot'
import { formatCount, formatPercent } from '#figures/format'
import { draw, type Size } from './draw.server'
import { type Flow, layoutFlows, type Node, type Ribbon } from './flow-layout'
import { remembered } from './remembered.server'

/** Minimum thickness for a percentage, as a share of the height. */
const WRITABLE = 0.05

const titleOf = ({ from, to, nombre, pourcentage }: Ribbon) =>
  `${from} → ${to} : ${formatCount(nombre)} (${formatPercent(pourcentage)})`

const middle = ({ top, bottom }: { top: number; bottom: number }) => (top + bottom) / 2

/** Wraps a campaign name at 12 characters, preferably after an underscore. */
const linesOf = (name: string): string[] => name.match(/.{1,11}(?:_|$)|.{1,12}/g) ?? [name]

/** Margin for the longest line, even where the style sheet enlarges the text of a wide chart. */
function marginFor(names: string[], { narrow }: Size): number {
  const longest = Math.max(7, ...names.flatMap(linesOf).map(({ length }) => length))
  return 8 + longest * (narrow ? 9 : 14)
}

/** From the first campaign (left) to the last (right); ribbon heights are proportional to donors. */
export const drawFlows = remembered((flows: Flow[], label: string) => {
  const { names, left, right, ribbons, height } = layoutFlows(flows)
  const colourOf = (name: string) => `var(--series-${names.indexOf(name) + 1})`
  const points = ribbons.flatMap((ribbon, z) => {
    const common = { z, colour: colourOf(ribbon.from), title: titleOf(ribbon) }
    return [
      { ...common, x: 0, ...ribbon.start },
      { ...common, x: 1, ...ribbon.end },
    ]
  })
  const inhabited = (nodes: Node[]) => nodes.filter(({ nombre }) => nombre > 0)

  return draw(
    label,
    (size) => {
      const thickness = size.narrow ? 0.035 : 0.015
      const bars = (nodes: Node[], x1: number, x2: number) =>
        rect(inhabited(nodes), {
          x1,
          x2,
          y1: 'top',
          y2: 'bottom',
          fill: ({ name }: Node) => colourOf(name),
          title: ({ name, nombre }: Node) => `${name} : ${formatCount(nombre)}`,
        })
      const labels = (nodes: Node[], x: number, textAnchor: 'start' | 'end') =>
        text(inhabited(nodes), {
          x,
          y: middle,
          text: ({ name, nombre }: Node) => [...linesOf(name), formatCount(nombre)].join('\n'),
          textAnchor,
          dx: textAnchor === 'end' ? -8 : 8,
          lineHeight: 1.25,
          fontWeight: 600,
          fill: 'var(--text)',
        })
      const heading = (words: string, x: number, textAnchor: 'start' | 'end') =>
        text([size.narrow ? words : `${words} campagne`], {
          x,
          y: 0,
          dy: -16,
          text: String,
          textAnchor,
        })
      return {
        marginLeft: marginFor(names, size),
        marginRight: marginFor(names, size),
        marginTop: 28,
        marginBottom: 8,
        x: { axis: null, domain: [-thickness, 1 + thickness] },
        y: { axis: null, domain: [Math.max(1, height), 0] },
        marks: [
          areaY(points, {
            x: 'x',
            y1: 'top',
            y2: 'bottom',
            z: 'z',
            fill: 'colour',
            fillOpacity: 0.4,
            curve: 'bump-x',
            title: 'title',
          }),
          bars(left, -thickness, 0),
          bars(right, 1, 1 + thickness),
          heading('Première', -thickness, 'start'),
          heading('Dernière', 1 + thickness, 'end'),
          labels(left, -thickness, 'end'),
          labels(right, 1 + thickness, 'start'),
          text(
            ribbons.filter(({ nombre }) => nombre > height * WRITABLE),
            {
              x: 0,
              y: ({ start }: Ribbon) => middle(start),
              text: ({ pourcentage }: Ribbon) => formatPercent(pourcentage),
              textAnchor: 'start',
              dx: 10,
              fill: 'var(--text)',
            },
          ),
        ],
      }
    },
    'full',
  )
})
