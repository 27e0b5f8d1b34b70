/** Attribute of a drawing's name, by which a page's data refer to what the page shows already. */
const NAME = 'data-dessin'

/** What the data of a page have in place of a drawing. */
const REFERENCE = 'dessin:'

/** A drawing that pages send once. */
export const named = (svg: string, name: string): string =>
  svg.replace('<svg ', `<svg ${NAME}='${name}' `)

/** A drawing's reference; what is none of these is itself. */
export function referenceTo(value: unknown): unknown {
  const name =
    typeof value === 'string' && value.startsWith(`<svg ${NAME}='`)
      ? /^<svg [\w-]+='([\w-]+)'/.exec(value)?.[1]
      : undefined
  return name === undefined ? value : REFERENCE + name
}

const shown = new Map<string, string>()

/** In a browser, before its scripts take the page over: the drawings that it shows. */
export function keepDrawings(page: ParentNode): void {
  for (const drawing of page.querySelectorAll(`svg[${NAME}]`))
    shown.set(drawing.getAttribute(NAME) ?? '', drawing.outerHTML)
}

/** A drawing, or the one that the page showed from the start. */
export const drawingOf = (drawing: string): string =>
  drawing.startsWith(REFERENCE) ? (shown.get(drawing.slice(REFERENCE.length)) ?? '') : drawing
