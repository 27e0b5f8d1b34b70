import {
  attribute,
  type Element,
  find,
  findAll,
  getByRole,
  isOne,
  listByRole,
  type Place,
  textOf,
  wordsOf,
} from './html'

/** A table as a person sees it: the lines of a cell are cells of their own. */
export interface Tableau {
  lignes: string[][]
  totaux: string[][]
}

/** What a cell says itself, without what stands beside it at a date. */
const ownText = (cell: Element): string => {
  const beside = findAll(cell, '.at-date').map(textOf).join('')
  return textOf(cell)
    .slice(0, textOf(cell).length - beside.length)
    .trimEnd()
}

const cells = (table: Element, rows: string): string[][] =>
  findAll(table, rows).map((row) =>
    findAll(row, 'th, td').flatMap((cell) => {
      const parts = findAll(cell, '.part')
      return parts.length > 0 ? parts.map(ownText) : [ownText(cell)]
    }),
  )

export const lireLignes = (table: Element): Tableau => ({
  lignes: cells(table, 'tbody tr'),
  totaux: cells(table, 'tfoot tr'),
})

/** The table under this caption; those in closed details are not looked at. */
export const lireTableau = (place: Place, titre: string): Tableau =>
  lireLignes(getByRole(getByRole(place, 'main'), 'table', titre))

/** The chart of this name, as wide screens show it. */
export function lireGraphique(place: Place, name: string): Element {
  const [chart] = findAll(place, '.chart-large').flatMap((frame) => listByRole(frame, 'img', name))
  if (!chart) throw new Error(`No chart: ${name}`)
  return chart
}

/** What the marks of a chart say when pointed at. */
export const lireMarques = (chart: Element): string[] => findAll(chart, 'title').map(textOf)

/** The key figures of a place: each its label, value and detail as they follow each other. */
export const lireCartes = (place: Place): string[] =>
  (isOne(place, 'dl') ? findAll(place, ':scope > div') : findAll(place, 'dl > div')).map(textOf)

/** The one link in the menus at the tables' titles that says so. */
export function lienDuMenu(place: Place, text: RegExp): Element {
  const links = findAll(place, '.table-menu a[download]').filter((link) => text.test(wordsOf(link)))
  const [link] = links
  if (!link || links.length > 1) throw new Error(`${links.length} links, not one: ${text}`)
  return link
}

/** The file of a table, where its link leads. */
export function fichierDe(table: Element): string {
  const link = find(table, '.table-menu a[download]')
  if (!/^Télécharger « .+ » \(CSV, .+\)$/.test(wordsOf(link))) throw new Error(wordsOf(link))
  return attribute(link, 'href') ?? ''
}

/** What two writings of the same cell have in common: the screen's and the file's. */
export function valeurDe(cell: string): string | number {
  const bare = cell
    .replace(/^[↑→↓] /, '')
    .replace(/\u00A0(€|%)$/, '')
    .replace(/[\u202F+]/g, '')
    .replace('\u2212', '-')
  if (bare === 'N/A') return ''
  return /^-?\d+(,\d+)?$/.test(bare) ? Number(bare.replace(',', '.')) : bare
}
