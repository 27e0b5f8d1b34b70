import { MAX_ROW_BYTES } from '../cells/limits'
import type { Motif } from '../cells/motifs'
import { createFieldReader, STRAY_QUOTE, UNFINISHED, UNFINISHED_QUOTE, WHOLE } from './fields'
import { afterBreak, beginsWithLf, endOfLine, endsWithCr, isBreak, swallowsRows } from './lines'
import { createRow, isBlank, isText, rawOf, type Row, unescape } from './row'

export interface ScannerOptions {
  delimiter: string
  /** Number of fields of the header. */
  width: number
  firstLine: number
  /**
   * Takes the row that begins at `start` whole if it can, in bytes that are all text, and returns where its
   * line break is; a negative number leaves it to the scanner.
   */
  acceptPlain?: (bytes: Buffer, start: number, size: number, line: number) => number
  /** Called for every row whose bytes are text; returns why it is rejected. The row object is reused; do not keep it. */
  accept: (row: Row) => Motif | undefined
  /** Called for every rejected line; `raw` is reused, do not keep it. */
  reject: (line: number, raw: Buffer, motif: Motif) => void
}

export interface Scanner {
  /** Reads whole rows and keeps the rest for the next bytes. UTF-8. */
  push: (bytes: Buffer) => void
  end: () => void
}

/** So much may be read again after stray quotes, beside what was read; then quotes span no more lines. */
const REREAD_BYTES = 16 * 1024 * 1024

const MORE = -1
const NOTHING = Buffer.alloc(0)

/**
 * Finds the rows in a stream of UTF-8 bytes. Line breaks are LF, CR or CRLF, also mixed; blank lines are no
 * rows. A row that a quote stretches over several lines and that then turns out wrong costs its first line
 * only: reading goes on at the next physical line.
 */
export function createScanner(options: ScannerOptions): Scanner {
  const { width, acceptPlain, accept, reject } = options
  const delimiter = options.delimiter.charCodeAt(0)
  const readFields = createFieldReader(delimiter, width)
  const row = createRow(width + 1, options.firstLine)

  let buffer: Buffer = NOTHING
  let size = 0
  let isFinal = false
  /** The buffer is text as a whole, so that no row needs a look of its own. */
  let isClean = true
  let carry: Buffer = NOTHING
  let carryIsClean = true
  /** Bytes that wait until there are as many as `carry` has. */
  let waiting: Buffer[] = []
  let waitingBytes = 0
  let afterCr = false
  /** In a line that was rejected for its length: the rest of it goes unread. */
  let isSkipping = false
  let pushed = 0
  let reread = 0

  /** The line is too long to be a row. */
  const skip = (start: number): number => {
    reject(row.line, buffer.subarray(start, start + MAX_ROW_BYTES), 'ligne_trop_longue')
    isSkipping = true
    return start
  }

  const skipRest = (start: number): number => {
    const at = endOfLine(buffer, start, size)
    if (at >= size) return size
    isSkipping = false
    row.line++
    return afterBreak(buffer, at, size)
  }

  /** Rejects the physical line that begins at `start`; reading goes on after it. `seen`: how far it was read. */
  const rejectLine = (start: number, seen: number, motif: Motif): number => {
    const at = endOfLine(buffer, start, size)
    if (at >= size && !isFinal) return at - start > MAX_ROW_BYTES ? skip(start) : MORE
    reject(row.line, buffer.subarray(start, at), motif)
    row.line++
    const next = at < size ? afterBreak(buffer, at, size) : size
    reread += Math.max(0, seen - next)
    return next
  }

  /** More bytes are needed; if the row is already too long, its first line is given up. */
  const wait = (start: number, isQuoted: boolean): number => {
    if (size - start <= MAX_ROW_BYTES) return MORE
    return isQuoted ? rejectLine(start, size, 'guillemet_ouvert') : skip(start)
  }

  /** The row that begins at `start` was read. */
  const finish = (start: number): number => {
    const { to: end, breaks } = row
    const next = end < size ? afterBreak(buffer, end, size) : size
    const stretch = { start, end, size }
    if (breaks > 0 && (row.count !== width || swallowsRows(buffer, stretch, { delimiter, width })))
      return rejectLine(start, end, 'guillemet_ouvert')
    const isTooLong = row.to - row.from > MAX_ROW_BYTES
    if (row.breaks === 0 && !isTooLong && isBlank(row, delimiter)) {
      row.line++
      return next
    }
    const motif = verdict()
    if (motif !== undefined && breaks > 0) return rejectLine(start, end, motif)
    if (motif !== undefined) reject(row.line, rawOf(row), motif)
    row.line += 1 + breaks
    return next
  }

  const verdict = (): Motif | undefined => {
    if (row.to - row.from > MAX_ROW_BYTES) return 'ligne_trop_longue'
    if (!isClean && !isText(rawOf(row))) return 'texte_illisible'
    if (row.isEscaped) unescape(row)
    return accept(row)
  }

  /** Reads the row that begins at `start` field by field; returns where the next one begins, or MORE. */
  const readRow = (start: number): number => {
    const mayStretch = reread <= pushed + REREAD_BYTES
    switch (readFields(row, start, { bytes: buffer, size, isFinal, mayStretch })) {
      case WHOLE:
        return finish(start)
      case UNFINISHED:
        return wait(start, false)
      case UNFINISHED_QUOTE:
        return wait(start, true)
      case STRAY_QUOTE:
        return rejectLine(start, row.to, 'guillemet_mal_place')
      default:
        return rejectLine(start, row.to, 'guillemet_ouvert')
    }
  }

  /** The next row's start after a plain one, or what `readRow` returns. */
  const readNext = (start: number): number => {
    if (isSkipping) return skipRest(start)
    const end = isClean && acceptPlain ? acceptPlain(buffer, start, size, row.line) : -1
    if (end < 0) return readRow(start)
    row.line++
    return afterBreak(buffer, end, size)
  }

  const readBuffer = (): void => {
    let at = afterCr && beginsWithLf(buffer) ? 1 : 0
    while (at < size) {
      if (isBreak(buffer[at])) {
        isSkipping = false
        row.line++
        at = afterBreak(buffer, at, size)
        continue
      }
      const next = readNext(at)
      if (next === MORE) break
      at = next
    }
    if (size > 0) afterCr = at >= size && endsWithCr(buffer, size)
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

  /** A row that comes in small pieces is not read again from its start with each of them. */
  const gather = (bytes: Buffer): void => {
    waiting.push(bytes)
    waitingBytes += bytes.length
    if (waitingBytes < carry.length && !isFinal) return
    const gathered = waiting.length === 1 ? bytes : Buffer.concat(waiting)
    waiting = []
    waitingBytes = 0
    take(gathered)
  }

  return {
    push: gather,
    end: () => {
      isFinal = true
      gather(NOTHING)
    },
  }
}
