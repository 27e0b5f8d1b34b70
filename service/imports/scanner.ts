import { isUtf8 } from 'node:buffer'
import type { Motif } from './motifs'

/** One row of the file: its fields are the bytes `starts[i]` to `ends[i]`, unquoted; it may have fewer or more than the header. */
export interface Row {
  bytes: Buffer
  starts: Int32Array
  ends: Int32Array
  count: number
  /** Line breaks inside its quotes. */
  breaks: number
  /** Line of the file that it begins on, from 1. */
  line: number
  /** The row as it stands in the file, without its line break: bytes `from` to `to` of `source`. */
  source: Buffer
  from: number
  to: number
}

export const rawOf = (row: Row): Buffer => row.source.subarray(row.from, row.to)

export interface ScannerOptions {
  delimiter: string
  /** Number of fields of the header. */
  width: number
  firstLine: number
  /** Takes a row whose bytes are text; a motif sends it back. The row is only lent: it is used again for the next. */
  accept: (row: Row) => Motif | undefined
  /** Hears of every line that was sent back; `raw` is only lent. */
  reject: (line: number, raw: Buffer, motif: Motif) => void
}

export interface Scanner {
  /** Reads whole rows and keeps the rest for the next bytes. UTF-8. */
  push: (bytes: Buffer) => void
  end: () => void
}

/** A row, and how far an open quote is followed, is at most so long. */
export const MAX_ROW_BYTES = 256 * 1024

/** So much may be read again after stray quotes, beside what was read; then quotes span no more lines. */
const REREAD_BYTES = 16 * 1024 * 1024

const LF = 0x0a
const CR = 0x0d
const QUOTE = 0x22
const SPACE = 0x20
const MORE = -1
const NOTHING = Buffer.alloc(0)

const isBreak = (byte: number | undefined) => byte === LF || byte === CR

/** The bytes are text: UTF-8 without NUL. */
const isText = (bytes: Buffer) => isUtf8(bytes) && !bytes.includes(0)

/** The row's fields with doubled quotes made single, as bytes of their own. */
function unescape(row: Row, escaped: Uint8Array, stored: number): void {
  const bytes = Buffer.allocUnsafe(row.to - row.from)
  let at = 0
  for (let field = 0; field < stored; field++) {
    const start = at
    const end = row.ends[field] ?? 0
    for (let i = row.starts[field] ?? 0; i < end; i++) {
      const byte = row.bytes[i] ?? 0
      bytes[at++] = byte
      if (escaped[field] === 1 && byte === QUOTE) i++
    }
    row.starts[field] = start
    row.ends[field] = at
  }
  row.bytes = bytes
}

/**
 * Finds the rows in a stream of UTF-8 bytes. Line breaks are LF, CR or CRLF, also mixed; blank lines are no
 * rows. A row that a quote stretches over several lines and that then turns out wrong costs its first line
 * only: reading goes on at the next physical line.
 */
export function createScanner(options: ScannerOptions): Scanner {
  const { width, accept, reject } = options
  const delimiter = options.delimiter.charCodeAt(0)
  const capacity = width + 1
  const escaped = new Uint8Array(capacity)
  const row: Row = {
    bytes: NOTHING,
    starts: new Int32Array(capacity),
    ends: new Int32Array(capacity),
    count: 0,
    breaks: 0,
    line: options.firstLine,
    source: NOTHING,
    from: 0,
    to: 0,
  }
  const stop = new Uint8Array(256)
  for (const byte of [delimiter, LF, CR]) stop[byte] = 1
  const stopInQuotes = new Uint8Array(256)
  for (const byte of [QUOTE, LF, CR]) stopInQuotes[byte] = 1

  let buffer: Buffer = NOTHING
  let size = 0
  let isFinal = false
  /** The buffer is text as a whole, so that no row needs a look of its own. */
  let isClean = true
  let carry: Buffer = NOTHING
  let carryIsClean = true
  /** A CR ended the last bytes: an LF that follows belongs to it. */
  let afterCr = false
  /** In a line that was rejected for its length: the rest of it goes unread. */
  let isSkipping = false
  let pushed = 0
  let reread = 0

  /** The first byte after the line break at `at`. */
  const afterBreak = (at: number): number => {
    return buffer[at] === CR && at + 1 < size && buffer[at + 1] === LF ? at + 2 : at + 1
  }

  const endOfLine = (from: number): number => {
    let at = from
    while (at < size && !isBreak(buffer[at])) at++
    return at
  }

  /** The line is too long to be a row. */
  const skip = (start: number): number => {
    reject(row.line, buffer.subarray(start, start + MAX_ROW_BYTES), 'ligne_trop_longue')
    isSkipping = true
    return start
  }

  const skipRest = (start: number): number => {
    const at = endOfLine(start)
    if (at >= size) return size
    isSkipping = false
    row.line++
    return afterBreak(at)
  }

  /** Rejects the physical line that begins at `start`; reading goes on after it. `seen`: how far it was read. */
  const rejectLine = (start: number, seen: number, motif: Motif): number => {
    const at = endOfLine(start)
    if (at >= size && !isFinal) return at - start > MAX_ROW_BYTES ? skip(start) : MORE
    reject(row.line, buffer.subarray(start, at), motif)
    row.line++
    const next = at < size ? afterBreak(at) : size
    reread += Math.max(0, seen - next)
    return next
  }

  /** More bytes are needed; where the row is already too long, its first line is given up. */
  const wait = (start: number, isQuoted: boolean): number => {
    if (size - start <= MAX_ROW_BYTES) return MORE
    return isQuoted ? rejectLine(start, size, 'guillemet_ouvert') : skip(start)
  }

  /**
   * A line that begins inside quotes looks like a whole row by itself, with a delimiter before any quote:
   * then the quote that opened before it is a stray one.
   */
  const swallowsRows = (start: number, end: number): boolean => {
    let at = afterBreak(endOfLine(start))
    while (at < end) {
      const stopAt = Math.min(endOfLine(at), end)
      let fields = 1
      let fieldsBeforeQuote = 0
      for (let i = at; i < stopAt; i++) {
        if (buffer[i] === delimiter) fields++
        else if (buffer[i] === QUOTE && fieldsBeforeQuote === 0) fieldsBeforeQuote = fields
      }
      if (fields === width && fields > 1 && fieldsBeforeQuote !== 1) return true
      at = afterBreak(stopAt)
    }
    return false
  }

  /** A row was read from `start` to `end`, over `breaks` line breaks. */
  const finish = (start: number, end: number, breaks: number, isEscaped: boolean): number => {
    const next = end < size ? afterBreak(end) : size
    if (breaks > 0 && (row.count !== width || swallowsRows(start, end)))
      return rejectLine(start, end, 'guillemet_ouvert')
    row.source = buffer
    row.from = start
    row.to = end
    if (row.count === 1 && isBlank(rawOf(row))) {
      row.line++
      return next
    }
    row.bytes = buffer
    row.breaks = breaks
    const motif = verdict(isEscaped)
    if (motif !== undefined && breaks > 0) return rejectLine(start, end, motif)
    if (motif !== undefined) reject(row.line, rawOf(row), motif)
    row.line += 1 + breaks
    return next
  }

  const verdict = (isEscaped: boolean): Motif | undefined => {
    if (row.to - row.from > MAX_ROW_BYTES) return 'ligne_trop_longue'
    if (!isClean && !isText(rawOf(row))) return 'texte_illisible'
    if (isEscaped) unescape(row, escaped, Math.min(row.count, capacity))
    return accept(row)
  }

  /** Reads the row that begins at `start`; answers where the next one begins, or MORE. */
  const readRow = (start: number): number => {
    const bytes = buffer
    const end = size
    const { starts, ends } = row
    let at = start
    let count = 0
    let breaks = 0
    let isEscaped = false
    for (;;) {
      const isQuoted = at < end && bytes[at] === QUOTE
      let from = at
      let isFieldEscaped = 0
      if (isQuoted) {
        from = ++at
        for (;;) {
          while (at < end && stopInQuotes[bytes[at] ?? 0] === 0) at++
          if (at >= end) {
            if (isFinal) return rejectLine(start, at, 'guillemet_ouvert')
            return wait(start, true)
          }
          if (bytes[at] !== QUOTE) {
            if (at + 1 >= end && !isFinal) return wait(start, true)
            if (reread > pushed + REREAD_BYTES) return rejectLine(start, at, 'guillemet_ouvert')
            breaks++
            at += bytes[at] === CR && bytes[at + 1] === LF ? 2 : 1
            continue
          }
          if (at + 1 >= end && !isFinal) return wait(start, true)
          if (bytes[at + 1] !== QUOTE || at + 1 >= end) break
          isFieldEscaped = 1
          isEscaped = true
          at += 2
        }
      } else {
        while (at < end && stop[bytes[at] ?? 0] === 0) at++
        if (at >= end && !isFinal) return wait(start, breaks > 0)
      }
      if (count < capacity) {
        starts[count] = from
        ends[count] = at
        escaped[count] = isFieldEscaped
      }
      count++
      if (isQuoted) at++
      if (at < end && bytes[at] === delimiter) {
        if (breaks > 0 && count >= width) return rejectLine(start, at, 'guillemet_ouvert')
        at++
        if (at >= end && !isFinal) return wait(start, breaks > 0)
        continue
      }
      if (at < end && !isBreak(bytes[at]))
        return rejectLine(start, at, breaks > 0 ? 'guillemet_ouvert' : 'guillemet_mal_place')
      if (at >= end && !isFinal) return wait(start, isQuoted)
      row.count = count
      return finish(start, at, breaks, isEscaped)
    }
  }

  const readBuffer = (): void => {
    let at = afterCr && buffer[0] === LF ? 1 : 0
    while (at < size) {
      if (isBreak(buffer[at])) {
        if (isSkipping) isSkipping = false
        row.line++
        at = afterBreak(at)
        continue
      }
      const next = isSkipping ? skipRest(at) : readRow(at)
      if (next === MORE) break
      at = next
    }
    if (size > 0) afterCr = at >= size && buffer[size - 1] === CR
    carry = buffer.subarray(at)
    carryIsClean = isClean || isText(carry)
  }

  const take = (bytes: Buffer): void => {
    const isPlain = isText(bytes)
    isClean = isPlain && (carry.length === 0 || carryIsClean)
    buffer = carry.length > 0 ? Buffer.concat([carry, bytes]) : bytes
    size = buffer.length
    pushed += bytes.length
    readBuffer()
  }

  return {
    push: take,
    end: () => {
      isFinal = true
      take(NOTHING)
    },
  }
}

function isBlank(raw: Buffer): boolean {
  for (const byte of raw) if (byte !== SPACE && byte !== 0x09) return false
  return true
}
