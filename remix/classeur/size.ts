/** Excel widths are in digits, heights in points; a column has a margin beside its text. */
const MARGIN = 3
const LINE = 15

/** Excel's maximum row height. */
const HIGHEST = 409

const NARROWEST = 9
const WIDEST = 48

/** Prose takes less room than as many digits, bold more. */
const PROSE = 1.1
const BOLD = 1.1

const SPACE = /[ \u00A0\u202F\n]+/

/** Width of a text in digits; capitals and some others are wider. */
export const roomOf = (text: string): number =>
  text.length + (text.match(/[\p{Lu}mw@%€…]/gu)?.length ?? 0) * 0.25

/** Number of lines of a text, wrapped at words, and within words longer than a line. */
function linesOf(text: string, line: number): number {
  let lines = 1
  let used = 0
  for (const word of text.split(SPACE)) {
    const room = roomOf(word)
    const joined = used === 0 ? room : used + 1 + room
    if (joined <= line) used = joined
    else {
      lines += (used === 0 ? 0 : 1) + Math.ceil(room / line) - 1
      used = room % line || line
    }
  }
  return lines
}

/** Column width for a given text width. */
export const widthFor = (room: number): number =>
  Math.min(WIDEST, Math.max(NARROWEST, Math.ceil(room) + MARGIN))

/** Longer headings wrap. */
const HEADING = 12

/** Width for a heading such that no word is broken. */
export function roomOfHeading(title: string): number {
  const words = title.split(SPACE).map(roomOf)
  return Math.max(...words, Math.min(roomOf(title), HEADING)) * BOLD
}

/** Row height for texts wrapped at their column widths. */
export function heightFor(cells: { text: string; width: number; bold?: boolean }[]): number {
  const lines = cells.map(({ text, width, bold }) =>
    linesOf(text, bold ? (width - 1) / BOLD : width * PROSE),
  )
  return Math.min(HIGHEST, LINE * Math.max(1, ...lines))
}

/** Readable width of an A4 landscape page. */
const PAGE = 240

/** Number of pages across. */
export const pagesFor = (widths: number[]): number =>
  Math.max(1, Math.ceil(widths.reduce((sum, width) => sum + width, 0) / PAGE))
