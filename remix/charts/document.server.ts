/** The minimal DOM that Plot draws on, serialised as SVG. */

interface VirtualNode {
  tagName: string
  namespaceURI: string
  ownerDocument: VirtualDocument
  parentNode: VirtualNode | null
  textContent: string
  readonly style: { setProperty: (name: string, value: string) => void }
  setAttribute: (name: string, value: unknown) => void
  setAttributeNS: (space: string, name: string, value: unknown) => void
  getAttribute: (name: string) => string | null
  removeAttribute: (name: string) => void
  appendChild: (child: VirtualNode) => VirtualNode
  insertBefore: (child: VirtualNode, next: VirtualNode | null) => VirtualNode
  removeChild: (child: VirtualNode) => void
  /** What the first title inside says. */
  readonly says: string
  /** Serialises with single quotes: the page repeats it as JSON, where double quotes weigh four times as much. */
  toMarkup: () => string
}

interface VirtualDocument {
  documentElement: VirtualNode
  createElementNS: (space: string, tag: string) => VirtualNode
  createElement: (tag: string) => VirtualNode
}

const SVG = 'http://www.w3.org/2000/svg'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', "'": '&#39;' }
/** A text in markup, between single quotes too. */
export const escaped = (text: string): string =>
  text.replace(/[&<>']/g, (character) => ENTITIES[character] ?? '')

/** Hundredths of a pixel are precise enough. */
const shortened = (value: string) =>
  value.replace(/-?\d+(\.\d{3,})?/g, (number, decimals) =>
    decimals === undefined ? number : String(Number(Number(number).toFixed(2))),
  )

/** Plot's group names are in English, and its style sheet would violate the CSP. */
const isDropped = (tag: string, attribute?: string) =>
  tag === 'style' ||
  (tag !== 'svg' && (attribute === 'aria-label' || attribute === 'aria-description'))

/** Letters of a tip beside the middle of its mark that may pass the chart's edge. */
const TIP_ROOM = 110
const TIP_LINE = 16

/** Width of the chart that a node is in. */
function widthOf(node: VirtualNode | null): number {
  if (node === null || node.tagName === 'svg') return Number(node?.getAttribute('width') ?? 0)
  return widthOf(node.parentNode)
}

/** A mark's link: named by its title, which also shows beside it while it has the focus. */
function linkOf(node: VirtualNode, written: string, content: string, mark?: VirtualNode): string {
  const [x = 0, y = 0, width = 0] = ['x', 'y', 'width'].map((name) =>
    Number(mark?.getAttribute(name) ?? 0),
  )
  const middle = x + width / 2
  const anchor = middle < TIP_ROOM ? 'start' : middle > widthOf(node) - TIP_ROOM ? 'end' : 'middle'
  const lines = node.says.split('\n')
  const top = y - 26 - (lines.length - 1) * TIP_LINE
  const place = (at: number) => `x='${middle}' y='${top + at * TIP_LINE}'`
  const spans = lines.map((line, at) => `<tspan ${place(at)}>${escaped(line)}</tspan>`).join('')
  const tip =
    lines.length > 1
      ? `<text class='tip' text-anchor='${anchor}'>${spans}</text>`
      : `<text class='tip' text-anchor='${anchor}' ${place(0)}>${escaped(node.says)}</text>`
  return `<a${written.replace(" fill='inherit'", '')} aria-label='${escaped(node.says)}'>${content}${shortened(tip)}</a>`
}

function createNode(ownerDocument: VirtualDocument, tag: string): VirtualNode {
  const attributes = new Map<string, string>()
  let children: VirtualNode[] = []
  let text = ''

  const node: VirtualNode = {
    tagName: tag,
    namespaceURI: SVG,
    ownerDocument,
    parentNode: null,
    get textContent() {
      return text
    },
    set textContent(value: string) {
      text = value
      children = []
    },
    style: { setProperty: (name, value) => attributes.set(name, value) },
    setAttribute: (name, value) => attributes.set(name, String(value)),
    setAttributeNS: (_space, name, value) => attributes.set(name, String(value)),
    getAttribute: (name) => attributes.get(name) ?? null,
    removeAttribute: (name) => attributes.delete(name),
    appendChild: (child) => node.insertBefore(child, null),
    insertBefore(child, next) {
      child.parentNode?.removeChild(child)
      const at = next ? children.indexOf(next) : -1
      children.splice(at < 0 ? children.length : at, 0, child)
      child.parentNode = node
      return child
    },
    removeChild(child) {
      children = children.filter((one) => one !== child)
    },
    get says() {
      return tag === 'title' ? text : (children.map((child) => child.says).find(Boolean) ?? '')
    },
    toMarkup() {
      if (isDropped(tag)) return ''
      const written = [...attributes]
        .filter(([name]) => !isDropped(tag, name))
        .map(([name, value]) => ` ${name}='${escaped(shortened(value))}'`)
        .join('')
      const content = escaped(text) + children.map((child) => child.toMarkup()).join('')
      if (tag === 'a') return linkOf(node, written, content, children[0])
      return content === '' ? `<${tag}${written}/>` : `<${tag}${written}>${content}</${tag}>`
    },
  }
  return node
}

/** A fresh document for one chart. */
export function createDocument(): VirtualDocument {
  const document: VirtualDocument = {
    createElementNS: (_space, tag) => createNode(document, tag),
    createElement: (tag) => createNode(document, tag),
    get documentElement() {
      return createNode(document, 'html')
    },
  }
  return document
}

/** The markup of Plot's output. */
export const markupOf = (plotted: unknown): string => (plotted as VirtualNode).toMarkup()
