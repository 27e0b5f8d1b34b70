import type { Geographie } from '#contract/geographie'
import { formatCount, formatMeasure, formatMoney, plural } from '#figures/format'
import { livingIn } from '../screens/donateurs/geographie/table.server'
import type { DrawnCarte } from '../ui/carte'
import { escaped } from './document.server'
import { sentOnce } from './draw.server'
import { type Forme, FORMES, HAUTEUR, LARGEUR } from './formes-departements'

/** What a map shows. */
export const MESURES = [
  ['donateurs', 'Donateurs'],
  ['pour_10000', 'Donateurs pour 10\u202F000 habitants'],
  ['montant', 'Montant'],
] as const
export type Mesure = (typeof MESURES)[number][0]

/** The measure in the address, by default the first. */
export const readMesure = (query: URLSearchParams): Mesure =>
  MESURES.find(([name]) => name === query.get('mesure'))?.[0] ?? 'donateurs'

/** Steps of the legend, beside that of nobody (0). */
const STEPS = 5

/** Departments too small to be seen or touched on the map: an inset has them, with parts of those around. */
const SERRES = ['75', '92', '93', '94']
const AUTOUR = ['77', '78', '91', '95']

/** Where the inset is drawn: a part of the map, so many times as large, in the corner that the sea leaves. */
const LOUPE = { x: 151, y: 64, largeur: 15, hauteur: 14, fois: 4.1 }

const write = (mesure: Mesure, value: number) =>
  mesure === 'montant' ? formatMoney(value) : formatMeasure(value)

/** As short as it fits on a department. */
function abridge(value: number): string {
  if (value >= 1e6) return `${formatCount(value / 1e6)}M`
  if (value >= 1e4) return `${formatCount(value / 1e3)}k`
  return value >= 100 ? formatCount(value) : formatMeasure(value)
}

/** The smallest value of each step: each has as many departments, equal values share one. */
export function stepsOf(values: readonly number[]): number[] {
  const sorted = values.filter((value) => value > 0).sort((one, other) => one - other)
  const starts = Array.from(
    { length: STEPS },
    (_, step) => sorted[Math.floor((step * sorted.length) / STEPS)],
  )
  return [...new Set(starts.filter((start) => start !== undefined))]
}

/** Patterns, sparser for lower steps: they tell steps apart without colour. */
const patterns = (suffix: string, times: number): string =>
  [
    "<path class='fond' d='M0 0h6v6H0z'/><circle cx='3' cy='3' r='.7'/>",
    "<path class='fond' d='M0 0h6v6H0z'/><path d='M0 6L6 0'/>",
    "<path class='fond' d='M0 0h6v6H0z'/><path d='M0 6L6 0M-1 1L1-1M5 7L7 5M0 3L3 0M3 6L6 3'/>",
    "<path class='fond' d='M0 0h6v6H0z'/><path d='M0 0L6 6M0 6L6 0M0 3L3 0M3 6L6 3M0 3L3 6M3 0L6 3'/>",
    "<path class='fond' d='M0 0h6v6H0z'/>",
  ]
    .map(
      (content, at) =>
        `<pattern id='palier-${at + 1}${suffix}' class='palier-${at + 1}' width='6' height='6' patternUnits='userSpaceOnUse' patternTransform='scale(${times})'>${content}</pattern>`,
    )
    .join('')

/** On the map, and as fine in its inset. */
const PATTERNS = patterns('', 1) + patterns('-loupe', 1 / LOUPE.fois)

/** A map of the departments by a measure, each a link to its donors that says its number; what is not on it stands in `tuiles`. */
export function drawCarte({ annee, departements }: Geographie, mesure: Mesure): DrawnCarte {
  const known = departements.flatMap((row) => {
    const value = row[mesure]
    return value === null ? [] : [{ ...row, value }]
  })
  const places = new Map(known.map((row) => [row.code, row]))
  const starts = stepsOf(
    known.flatMap(({ population, value }) => (population === null ? [] : [value])),
  )
  const stepOf = (value: number) => starts.filter((start) => value >= start && value > 0).length
  const says = ({ nom, code, donateurs, montant, pour_10000 }: (typeof known)[number]) =>
    `${nom} (${code}) : ${plural(donateurs, 'donateur')}, ${formatMoney(montant)}, ${formatMeasure(pour_10000 ?? 0)} pour 10\u202F000 habitants`
  const shapeOf = ({ code, contour, x, y }: Forme, isLed: boolean, suffix = '') => {
    const place = places.get(code)
    if (!place || place.donateurs === 0) return `<path class='vide' d='${contour}'/>`
    const path = `<path fill='url(#palier-${stepOf(place.value)}${suffix})' d='${contour}'>`
    if (!isLed) return `${path}</path>`
    const href = escaped(livingIn(annee, { departement: code }))
    const title = escaped(says(place))
    const value = place.value > 0 ? abridge(place.value) : ''
    return `<a href='${href}' aria-label='${title}'>${path}<title>${title}</title></path><text x='${x}' y='${y + (suffix === '' ? 2 : 0.7)}' aria-hidden='true'>${value}</text></a>`
  }
  const shapes = FORMES.map((forme) => shapeOf(forme, !SERRES.includes(forme.code)))
  const closer = (codes: readonly string[], isLed: boolean) =>
    FORMES.filter(({ code }) => codes.includes(code)).map((forme) =>
      shapeOf(forme, isLed, '-loupe'),
    )
  const label = `Carte des départements, ${annee}`
  const onMap = new Set(FORMES.map(({ code }) => code))
  const { x, y, largeur, hauteur, fois } = LOUPE
  const frame = `x='${x}' y='${y}' width='${largeur}' height='${hauteur}'`
  const inset = `<g class='loupe' transform='scale(${fois}) translate(${-x} ${-y})'><g clip-path='url(#loupe)'><rect class='fond' ${frame}/>${[...closer(AUTOUR, false), ...closer(SERRES, true)].join('')}</g><rect class='cadre' ${frame}/></g>`
  return {
    svg: sentOnce(
      `<svg viewBox='0 0 ${LARGEUR} ${HAUTEUR}' role='group' aria-label='${label}'><defs>${PATTERNS}<clipPath id='loupe'><rect ${frame}/></clipPath></defs>${shapes.join('')}${inset}</svg>`,
    ),
    legende: starts.map((start, at) => {
      const next = starts[at + 1]
      const from = write(mesure, start)
      return {
        palier: at + 1,
        texte:
          next === undefined ? `${from} et plus` : `de ${from} à moins de ${write(mesure, next)}`,
      }
    }),
    tuiles: known
      .filter(({ code }) => !onMap.has(code))
      .map(({ code, nom, donateurs, value, population }) => ({
        code,
        nom: population === null ? nom : `${nom} (${code})`,
        texte: write(mesure, value),
        palier: population === null ? 0 : stepOf(value),
        href: donateurs > 0 ? livingIn(annee, { departement: code }) : null,
      })),
  }
}
