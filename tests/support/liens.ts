import { Element as HtmlElement, Text } from 'domhandler'
import {
  attribute,
  type Document,
  type Element,
  find,
  findAll,
  type Place,
  textOf,
  wordsOf,
} from './html'

/** A number that leads nowhere, and where it stands. */
export interface SansLien {
  place: string
  text: string
}

/** The number that a text begins with. */
export function countOf(text: string): number {
  const [digits = ''] = /^[\d\u202f]+/.exec(text) ?? []
  return Number(digits.replaceAll('\u202f', ''))
}

const isCount = (text: string) => /^[1-9][\d\u202f]*$/.test(text)

const leadsNowhere = (element: Element) => findAll(element, 'a').length === 0

const titleOf = (table: Element) => findAll(table, 'caption').map(wordsOf).join('')

/** The whole numbers in the cells of a page's tables that lead nowhere: `Table: row, column`. */
export function cellsWithoutLink(document: Document): SansLien[] {
  return findAll(document, 'main table').flatMap((table) => {
    const heads = findAll(table, 'thead th').map(wordsOf)
    return findAll(table, 'tbody tr, tfoot tr').flatMap((row) => {
      const name = wordsOf(find(row, 'th'))
      return findAll(row, 'th, td').flatMap((cell, at) => {
        const [first = cell] = findAll(cell, '.part')
        const text = textOf(first).trim()
        const isNumber = findAll(row, '.number').includes(cell)
        if (!isNumber || !isCount(text) || !leadsNowhere(first)) return []
        return [{ place: `${titleOf(table)}: ${name}, ${heads[at] ?? ''}`, text }]
      })
    })
  })
}

/** The same of the key figures, and of facts in two columns. */
const figuresWithoutLink = (document: Document): SansLien[] =>
  findAll(document, 'main dl > div').flatMap((figure) =>
    findAll(figure, 'dd').flatMap((value) => {
      const text = textOf(value).trim()
      const place = findAll(figure, 'dt').map(wordsOf).join('')
      return isCount(text) && leadsNowhere(value) ? [{ place, text }] : []
    }),
  )

/** What a browser shows as no text of the page, or as what leads elsewhere. */
const NO_TEXT = ['a', 'script', 'style', 'svg', 'option', 'textarea', 'thead', 'button', 'time']

const COUNTED =
  /(?<![\d\u202f])[1-9][\d\u202f]*[\s\u00a0]+(?:autres |nouveaux |anciens )?(?:dons?|donations?|donateurs?|contacts?)(?![a-zà-ÿ])/g

/** The same in sentences: « 12 dons »; the place is the sentence after the class of what holds it. */
function wordsWithoutLink(place: Place): SansLien[] {
  const kind = place instanceof HtmlElement ? `.${attribute(place, 'class') ?? ''} ` : ''
  return place.children.flatMap((child) => {
    if (child instanceof Text)
      return [...child.data.matchAll(COUNTED)].map(([text]) => ({
        place: kind + child.data.replace(/\s+/g, ' ').trim(),
        text,
      }))
    return child instanceof HtmlElement && !NO_TEXT.includes(child.name)
      ? wordsWithoutLink(child)
      : []
  })
}

/** Every number of a page that may count donors or gifts, and leads nowhere. */
export const withoutLink = (document: Document): SansLien[] => [
  ...cellsWithoutLink(document),
  ...figuresWithoutLink(document),
  ...findAll(document, 'main').flatMap(wordsWithoutLink),
]

/** What a link asks for, its values apart: links of one kind differ by year or band alone. */
export function kindOf(href: string): string {
  const { pathname, searchParams } = new URL(href, 'http://127.0.0.1')
  const names = new Set(searchParams.keys())
  return [pathname, searchParams.get('ensemble'), ...[...names].sort()].join(' ')
}
