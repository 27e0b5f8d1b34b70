import type { TypeFichier } from '#contract/imports'
import type { Kind } from '#files/entetes'
import { EARLIEST, MAX_CODE, MAX_ID } from '../cells/limits'
import { endsAsPower, usualCents, usualDay } from '../cells/numbers'
import { type Header, SOCIETE } from '../dialect/columns'
import { type Output, writeCents, writeDay, writeFlag, writeNull } from './output'
import { isKey, isRequired, placeFields, type Written } from './row-writer'

/** Not a plain row: it must be read cell by cell. */
export const NOT_PLAIN = -1

/** Maximum length of a plain row, and the room its output may need. */
const LONGEST = 4096
export const PLAIN_ROOM = 4 * LONGEST

/**
 * Copies the row starting at `start` in a single pass; returns the position of its line break. Returns NOT_PLAIN,
 * leaving the output unchanged, if anything needs a closer look: a quote, a missing value, one that `values.ts` would
 * rewrite or reject, a wrong number of fields, no line break yet. The output is byte-identical to that of the writers
 * of `cells.ts`.
 */
export type CopyPlain = (bytes: Buffer, start: number, size: number, output: Output) => number

/** Byte classes. */
const DELIMITER = 1
const BREAK = 2
const UNUSUAL = 3

const TAB = 0x09
const LF = 0x0a
const CR = 0x0d
const SPACE = 0x20
const QUOTE = 0x22
const APOSTROPHE = 0x27
const POINT = 0x2e
const EQUALS = 0x3d
const ZERO = 0x30
const ONE = 0x31
const BACKSLASH = 0x5c
const DELETE = 0x7f
/** Lead byte of À to ÿ, none of which is a space. */
const ACCENTED = 0xc3

/** How to read a cell; the first two are copied as written. */
const TEXT = 1
const ID = 2
const AMOUNT = 3
const DAY = 4
const BIRTHDAY = 5
const YES_OR_NO = 6

const WAYS: Record<Kind, number> = {
  nom: TEXT,
  texte: TEXT,
  code: TEXT,
  id: ID,
  montant: AMOUNT,
  jour: DAY,
  naissance: BIRTHDAY,
  booleen: YES_OR_NO,
}

/** Column layout as flat arrays, by header position; way 0 is an ignored column. */
function layOut(type: TypeFichier, { names, places }: Header) {
  const width = names.length
  const ways = new Uint8Array(width)
  const required = new Uint8Array(width)
  const longest = new Int32Array(width).fill(LONGEST)
  let keyPlace = -1
  let isKeyTwice = false
  for (const { field, kind, place } of placeFields(type, places)) {
    isKeyTwice ||= ways[place] !== 0
    ways[place] = WAYS[kind]
    if (isRequired(type, field, kind)) required[place] = 1
    if (kind === 'id') longest[place] = MAX_ID
    if (kind === 'code') longest[place] = MAX_CODE
    if (isKey(type, field)) keyPlace = place
  }
  return { width, ways, required, longest, keyPlace, isKeyTwice }
}

function classify(delimiter: string): Uint8Array {
  const classes = new Uint8Array(256).fill(UNUSUAL, 0, SPACE)
  for (const byte of [QUOTE, BACKSLASH, DELETE]) classes[byte] = UNUSUAL
  for (const byte of [LF, CR]) classes[byte] = BREAK
  classes[delimiter.charCodeAt(0)] = DELIMITER
  return classes
}

/** First or last bytes of cells that may contain a space, a formula or its guard, or `nan`, `null`, `N/A`. */
const EDGES = new Uint8Array(256).fill(1, 0x80)
for (const byte of [SPACE, APOSTROPHE, EQUALS, 0x6e, 0x4e]) EDGES[byte] = 1

/** Whether a cell with such an edge is nonetheless its value; the null words have up to four letters. */
function isAsWritten(bytes: Buffer, start: number, end: number): boolean {
  const first = bytes[start] ?? 0
  const last = bytes[end - 1] ?? 0
  if (first === SPACE || last === SPACE || first === APOSTROPHE || first === EQUALS) return false
  if ((first === 0x6e || first === 0x4e) && end - start <= 4) return false
  if (first >= 0x80 && first !== ACCENTED) return false
  return last < 0x80 || bytes[end - 2] === ACCENTED
}

/** Creates the fast path for rows under this header; `written` receives what was parsed. */
export function createPlainCopy(
  type: TypeFichier,
  { header, delimiter, latest }: { header: Header; delimiter: string; latest: number },
  written: Written,
): CopyPlain {
  // What a card says depends on more than one cell.
  if (header.places.has(SOCIETE)) return () => NOT_PLAIN
  const classes = classify(delimiter)
  const { width, ways, required, longest, keyPlace, isKeyTwice } = layOut(type, header)

  /** Writes an amount, date or boolean in place of the cell; false if it is in an uncommon notation. */
  const rewrite = (way: number, bytes: Buffer, start: number, end: number, output: Output) => {
    if (way === AMOUNT) {
      const cents = usualCents(bytes, start, end)
      if (Number.isNaN(cents)) return false
      written.cents = cents
      writeCents(output, cents)
      return true
    }
    if (way === YES_OR_NO) {
      if (end - start !== 1 || (bytes[start] !== ZERO && bytes[start] !== ONE)) return false
      writeFlag(output, bytes[start] === ONE)
      return true
    }
    const day = usualDay(bytes, start, end)
    if (Number.isNaN(day) || (way === DAY && (day < EARLIEST || day > latest))) return false
    written.day = day
    writeDay(output, day)
    return true
  }

  const copyRow = (bytes: Buffer, start: number, size: number, output: Output): number => {
    const target = output.bytes
    const limit = Math.min(size, start + LONGEST)
    let out = output.at
    let at = start
    for (let place = 0; place < width; place++) {
      const from = at
      const cell = out
      let found = 0
      for (; at < limit; at++) {
        const byte = bytes[at] ?? 0
        found = classes[byte] ?? 0
        if (found !== 0) break
        target[out++] = byte
      }
      const isLast = place === width - 1
      if (at === limit || found !== (isLast ? BREAK : DELIMITER)) return NOT_PLAIN

      const way = ways[place] ?? 0
      if (way === 0) out = cell
      else {
        if (from === at) {
          if (required[place] !== 0) return NOT_PLAIN
          output.at = cell
          writeNull(output)
          out = output.at
        } else if (way <= ID) {
          const edges = (EDGES[bytes[from] ?? 0] ?? 0) + (EDGES[bytes[at - 1] ?? 0] ?? 0)
          if (edges !== 0 && !isAsWritten(bytes, from, at)) return NOT_PLAIN
          if (at - from > (longest[place] ?? 0)) return NOT_PLAIN
          if (way === ID && (bytes[at - 2] === POINT || endsAsPower(bytes, from, at)))
            return NOT_PLAIN
        } else {
          output.at = cell
          if (!rewrite(way, bytes, from, at, output)) return NOT_PLAIN
          out = output.at
        }
        target[out++] = TAB
        if (place === keyPlace) {
          written.keyStart = cell
          written.keyEnd = out - 1
          if (isKeyTwice) {
            target.copyWithin(out, cell, out)
            out += out - cell
          }
        }
      }
      if (!isLast) at++
    }
    target[out - 1] = LF
    output.at = out
    return at
  }

  return (bytes, start, size, output) => {
    const before = output.at
    const end = copyRow(bytes, start, size, output)
    if (end === NOT_PLAIN) output.at = before
    return end
  }
}
