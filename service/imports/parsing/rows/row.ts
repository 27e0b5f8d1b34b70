import { isUtf8 } from 'node:buffer'

/**
 * One row of the file: its fields are the bytes `starts[i]` to `ends[i]`, unquoted; it may have fewer or more than the
 * header.
 */
export interface Row {
  bytes: Buffer
  starts: Int32Array
  ends: Int32Array
  count: number
  /** 1 for each field with doubled quotes; whether any has. */
  escaped: Uint8Array
  isEscaped: boolean
  /** Line breaks within quotes. */
  breaks: number
  /** Line of the file where it begins, 1-based. */
  line: number
  /** The raw row, without its line break: bytes `from` to `to` of `source`. */
  source: Buffer
  from: number
  to: number
}

const NOTHING = Buffer.alloc(0)
const TAB = 0x09
const SPACE = 0x20
const QUOTE = 0x22

/** A reusable row of up to `capacity` fields. */
export const createRow = (capacity: number, line: number): Row => ({
  bytes: NOTHING,
  starts: new Int32Array(capacity),
  ends: new Int32Array(capacity),
  count: 0,
  escaped: new Uint8Array(capacity),
  isEscaped: false,
  breaks: 0,
  line,
  source: NOTHING,
  from: 0,
  to: 0,
})

export const rawOf = (row: Row): Buffer => row.source.subarray(row.from, row.to)

/** Whether the bytes are text: UTF-8 without NUL. */
export const isText = (bytes: Buffer) => isUtf8(bytes) && !bytes.includes(0)

function isBlankBetween(bytes: Buffer, start: number, end: number, delimiter: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at]
    if (byte !== SPACE && byte !== TAB && byte !== delimiter) return false
  }
  return true
}

/** Whether the row has only delimiters and blanks. */
export function isBlank(row: Row, delimiter: number): boolean {
  if (row.count > row.starts.length) return isBlankBetween(row.source, row.from, row.to, delimiter)
  for (let place = 0; place < row.count; place++)
    if (!isBlankBetween(row.bytes, row.starts[place] ?? 0, row.ends[place] ?? 0, SPACE))
      return false
  return true
}

/** Unescapes doubled quotes, into a copy of the bytes. */
export function unescape(row: Row): void {
  const stored = Math.min(row.count, row.starts.length)
  const bytes = Buffer.allocUnsafe(row.to - row.from)
  let at = 0
  for (let field = 0; field < stored; field++) {
    const start = at
    const end = row.ends[field] ?? 0
    for (let i = row.starts[field] ?? 0; i < end; i++) {
      const byte = row.bytes[i] ?? 0
      bytes[at++] = byte
      if (row.escaped[field] === 1 && byte === QUOTE) i++
    }
    row.starts[field] = start
    row.ends[field] = at
  }
  row.bytes = bytes
}
