/** Excel measures widths in digits and heights in points; a column has a margin beside its text. */
const MARGIN = 3
const LINE = 15

/** Excel has no higher row. */
const HIGHEST = 409

const NARROWEST = 9
const WIDEST = 48

/** Prose takes less room than as many digits, bold type more. */
const PROSE = 1.1
const BOLD = 1.1

const SPACE = /[ \u00A0\u202F\n]+/

/** The room that a text takes, in digits: capitals and a few others are wider. */
export const roomOf = (text: string): number =>
  text.length + (text.match(/[\p{Lu}mw@%€…]/gu)?.length ?? 0) * 0.25

/** How many lines a text takes, wrapped at its words, and within those that are longer than a line. */
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

/** The width of a column for texts that take this room. */
export const widthFor = (room: number): number =>
  Math.min(WIDEST, Math.max(NARROWEST, Math.ceil(room) + MARGIN))

/** Longer headings are wrapped, at words. */
const HEADING = 12

/** The room that a heading needs, none of whose words a column should break. */
export function roomOfHeading(title: string): number {
  const words = title.split(SPACE).map(roomOf)
  return Math.max(...words, Math.min(roomOf(title), HEADING)) * BOLD
}

/** The height of a row in which each text is wrapped at the width of its column. */
export function heightFor(cells: { text: string; width: number; bold?: boolean }[]): number {
  const lines = cells.map(({ text, width, bold }) =>
    linesOf(text, bold ? (width - 1) / BOLD : width * PROSE),
  )
  return Math.min(HIGHEST, LINE * Math.max(1, ...lines))
}

/** What a page of A4, laid across, holds in type that can be read. */
const PAGE = 240

/** How many pages wide a sheet is printed. */
export const pagesFor = (widths: number[]): number =>
  Math.max(1, Math.ceil(widths.reduce((sum, width) => sum + width, 0) / PAGE))
