import { is, selectAll } from 'css-select'
import { type AnyNode, type Document, Element } from 'domhandler'
import { getAttributeValue, textContent } from 'domutils'
import { parse } from 'parse5'
import { adapter } from 'parse5-htmlparser2-tree-adapter'

export type { Document, Element }
export type Place = Document | Element

/** The tree that a browser without scripts builds from a page. */
export const parseHtml = (html: string): Document =>
  parse(html, { treeAdapter: adapter, scriptingEnabled: false })

export const findAll = (place: Place, selector: string): Element[] =>
  selectAll<AnyNode, Element>(selector, place)

/** The one element of its kind; throws if there is none or another. */
export const find = (place: Place, selector: string): Element =>
  one(findAll(place, selector), selector)

export const attribute = (element: Element, name: string): string | undefined =>
  getAttributeValue(element, name)

/** All that is written in it, spaces as they are. */
export const textOf = (place: Place): string => textContent(place)

/** The same with every run of spaces as one plain space. */
export const wordsOf = (place: Place): string => textOf(place).replace(/\s+/g, ' ').trim()

function one(found: Element[], what: string): Element {
  const [first, ...others] = found
  if (!first || others.length > 0) throw new Error(`${found.length} elements, not one: ${what}`)
  return first
}

const parentOf = ({ parent }: Element): Element | null =>
  parent instanceof Element ? parent : null

/**
 * Whether the page shows it as it arrives: nothing around it is hidden, closed or no content at all. A second part of a
 * screen counts as shown: its title is there, and unfolds it.
 */
export function isShown(element: Element): boolean {
  if (attribute(element, 'hidden') !== undefined) return false
  if (['head', 'script', 'style', 'template'].includes(element.name)) return false
  const parent = parentOf(element)
  if (!parent) return true
  const isClosed =
    parent.name === 'details' &&
    attribute(parent, 'open') === undefined &&
    attribute(parent, 'class') !== 'fold' &&
    element.name !== 'summary'
  return !isClosed && isShown(parent)
}

const ROLES = {
  alert: '[role=alert]',
  banner: 'body > header',
  button: 'button',
  columnheader: 'th[scope=col], th[scope=colgroup]',
  combobox: 'select',
  dialog: 'dialog[open]',
  figure: 'figure',
  heading: 'h1, h2, h3',
  img: '[role=img], svg[role=group]',
  link: 'a[href]',
  listitem: 'li',
  main: 'main',
  navigation: 'nav',
  progressbar: 'progress',
  region: 'section[aria-labelledby]',
  row: 'tr',
  rowheader: 'th[scope=row]',
  tab: '[role=tab]',
  table: 'table',
  tabpanel: '[role=tabpanel]',
  textbox: 'input:not([type=hidden])',
} as const
export type Role = keyof typeof ROLES

function rootOf(element: Element): Place {
  const { parent } = element
  if (parent instanceof Element) return rootOf(parent)
  return parent === null ? element : (parent as Document)
}

const NAMED_BY: Partial<Record<string, string>> = {
  table: 'caption',
  figure: 'figcaption',
}

/** What assistive technology calls an element. */
export function nameOf(element: Element): string {
  const label = attribute(element, 'aria-label')
  if (label !== undefined) return label.replace(/\s+/g, ' ').trim()
  const root = rootOf(element)
  const ids = attribute(element, 'aria-labelledby')?.split(' ') ?? []
  const id = attribute(element, 'id')
  const inside = NAMED_BY[element.name]
  const named = [
    ...ids.flatMap((named) => findAll(root, `[id="${named}"]`)),
    ...(id ? findAll(root, `label[for="${id}"]`) : []),
    ...(inside ? findAll(element, inside) : []),
  ]
  if (named.length > 0) return named.map(wordsOf).join(' ')
  return ['select', 'input', 'progress'].includes(element.name) ? '' : wordsOf(element)
}

type Name = string | RegExp

/** A text names what holds it, an expression what it matches. */
const matches = (words: string, name: Name) =>
  typeof name === 'string' ? words.includes(name) : name.test(words)

/** What the page shows of a role, under a name or any. */
export const listByRole = (place: Place, role: Role, name: Name = ''): Element[] =>
  findAll(place, ROLES[role]).filter(
    (element) => isShown(element) && matches(nameOf(element), name),
  )

/** The one element of a role and a name; throws if there is none or another. */
export const getByRole = (place: Place, role: Role, name: Name = ''): Element =>
  one(listByRole(place, role, name), `${role} ${name}`)

/** The smallest elements that show a text. */
export function listByText(place: Place, text: Name): Element[] {
  const inner = place.children.flatMap((child) =>
    child instanceof Element ? listByText(child, text) : [],
  )
  if (inner.length > 0 || !(place instanceof Element)) return inner
  return isShown(place) && matches(wordsOf(place), text) ? [place] : []
}

export const isOne = (place: Place, selector: string): place is Element =>
  place instanceof Element && is<AnyNode, Element>(place, selector)
