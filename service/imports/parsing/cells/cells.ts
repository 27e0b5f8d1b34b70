import { type Output, writeBytes, writeText } from '../copy/output'
import type { Row } from '../rows/row'
import { MAX_CODE, MAX_ID } from './limits'
import type { Motif } from './motifs'
import { endsAsPower, usualCents, usualDay } from './numbers'
import {
  isScientific,
  readAmount,
  readBirthdate,
  readBoolean,
  readCode,
  readDay,
  readId,
  type Reading,
  readName,
} from './values'

/**
 * Reads a row's cells from its bytes: common values without allocating strings, everything else through `values.ts`,
 * with which the fast paths must agree.
 */

const EMPTY = 0

/** Bounds of the last trimmed cell; module state, since rows are read one at a time. */
let start = 0
let end = 0

const isSpace = (byte: number) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)

/** Trims a cell; false if nothing is left. A place beyond the row is an empty cell. */
function trim(row: Row, place: number): boolean {
  if (place >= row.count) return false
  const { bytes } = row
  let from = row.starts[place] ?? 0
  let to = row.ends[place] ?? 0
  while (from < to && isSpace(bytes[from] ?? 0)) from++
  while (to > from && isSpace(bytes[to - 1] ?? 0)) to--
  start = from
  end = to
  return from < to
}

/** First bytes left to `values.ts`: a formula or its guard, a possible `nan` or `null`, a no-break space. */
const isUnusual = (byte: number) =>
  byte === 0x27 || byte === 0x3d || byte === 0x6e || byte === 0x4e || byte >= 0xc2

const text = (row: Row) => row.bytes.toString('utf8', start, end)

/** Whether the trimmed cell's bytes are its value. */
function isAsWritten(row: Row): boolean {
  const last = row.bytes[end - 1] ?? 0
  return !isUnusual(row.bytes[start] ?? 0) && last < 0x80
}

function write(output: Output, value: string | undefined): number {
  if (value === undefined) return EMPTY
  writeText(output, value)
  return value.length
}

/** Length returned for an id in scientific notation, which is not written. */
export const SCIENTIFIC = -1

/** Writes an id; returns its length, 0 if empty. */
export function writeId(row: Row, place: number, output: Output): number {
  if (!trim(row, place)) return EMPTY
  const { bytes } = row
  const isFloat = bytes[end - 1] === 0x30 && bytes[end - 2] === 0x2e
  const isUsual = !isFloat && end - start <= MAX_ID && isAsWritten(row)
  if (!isUsual || endsAsPower(bytes, start, end)) {
    const id = readId(text(row))
    return id !== undefined && isScientific(id) ? SCIENTIFIC : write(output, id)
  }
  writeBytes(output, bytes, start, end)
  return end - start
}

/** Writes a code, zip code or phone; returns its length, 0 if empty. */
export function writeCode(row: Row, place: number, output: Output): number {
  if (!trim(row, place)) return EMPTY
  if (end - start > MAX_CODE || !isAsWritten(row)) return write(output, readCode(text(row)))
  writeBytes(output, row.bytes, start, end)
  return end - start
}

/** Writes a name; returns its length, 0 if empty. */
export function writeName(row: Row, place: number, output: Output): number {
  if (!trim(row, place)) return EMPTY
  if (!isAsWritten(row)) return write(output, readName(text(row)))
  writeBytes(output, row.bytes, start, end)
  return end - start
}

/** Whether a cell has a name. */
export const isNamed = (row: Row, place: number): boolean =>
  trim(row, place) && (isAsWritten(row) || readName(text(row)) !== undefined)

export function writeBirthdate(row: Row, place: number, output: Output): number {
  return trim(row, place) ? write(output, readBirthdate(text(row))) : EMPTY
}

export function writeBoolean(row: Row, place: number, output: Output): number {
  const value = trim(row, place) ? readBoolean(text(row)) : undefined
  return write(output, value === undefined ? undefined : value ? 't' : 'f')
}

const valueOf = (reading: Reading<number>): number | Motif | undefined =>
  'motif' in reading ? reading.motif : reading.value

/** Returns cents, or why they cannot be read; undefined if the cell is empty. */
export function readCents(row: Row, place: number): number | Motif | undefined {
  if (!trim(row, place)) return undefined
  const cents = usualCents(row.bytes, start, end)
  return Number.isNaN(cents) ? valueOf(readAmount(text(row))) : cents
}

/** Whether the cell contains a line break. */
export function isMultiline(row: Row, place: number): boolean {
  return row.breaks > 0 && trim(row, place) && /[\r\n]/.test(text(row))
}

/** Returns a date as YYYYMMDD, or why it cannot be read; undefined if the cell is empty. */
export function readDate(row: Row, place: number): number | Motif | undefined {
  if (!trim(row, place)) return undefined
  const day = usualDay(row.bytes, start, end)
  return Number.isNaN(day) ? valueOf(readDay(text(row))) : day
}

const THREE_DECIMALS = /^[-+\u2212]?\s*\d{1,3}\.\d{3}\s*(?:€|EUR)?$/i

/** Whether the amount has a point before exactly three digits: read as decimals, with a warning. */
export function isThreeDecimals(row: Row, place: number): boolean {
  if (!trim(row, place)) return false
  const last = row.bytes[end - 1] ?? 0
  const isDigit = last >= 0x30 && last <= 0x39
  return (!isDigit || row.bytes[end - 4] === 0x2e) && THREE_DECIMALS.test(text(row))
}
