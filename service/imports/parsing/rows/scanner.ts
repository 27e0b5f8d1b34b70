import { MAX_ROW_BYTES } from '../cells/limits'
import type { Motif } from '../cells/motifs'
import { createFieldReader, STRAY_QUOTE, UNFINISHED, UNFINISHED_QUOTE, WHOLE } from './fields'
import { afterBreak, beginsWithLf, endOfLine, endsWithCr, isBreak, swallowsRows } from './lines'
import { createRow, isBlank, isText, rawOf, type Row, unescape } from './row'

export interface ScannerOptions {
  delimiter: string
  /** Number of header fields. */
  width: number
  firstLine: number
  /** Called for every row of valid text; returns why it is rejected. The row is reused; do not keep it. */
  accept: (row: Row) => Motif | undefined
  /** Called for every rejected line; `raw` is reused, do not keep it. */
  reject: (line: number, raw: Buffer, motif: Motif) => void
}

export interface Scanner {
  /** Reads whole rows and holds the rest for the next chunk. UTF-8. */
  push: (bytes: Buffer) => void
  end: () => void
}

/** Budget of bytes reread after stray quotes, beyond those pushed; then quotes no longer span lines. */
const REREAD_BYTES = 16 * 1024 * 1024

const MORE = -1
const NOTHING = Buffer.alloc(0)

/**
 * Splits a stream of UTF-8 bytes into rows. Line breaks are LF, CR or CRLF, even mixed; blank lines are skipped. A
 * multi-line quoted row that turns out wrong only costs its first line: reading resumes at the next physical line.
 */
export function createScanner(options: ScannerOptions): Scanner {
  const { width, accept, reject } = options
  const delimiter = options.delimiter.charCodeAt(0)
  const readFields = createFieldReader(delimiter, width)
  const row = createRow(width + 1, options.firstLine)

  let buffer: Buffer = NOTHING
  let size = 0
  let isFinal = false
  /** The whole buffer is text: rows need no check of their own. */
  let isClean = true
  let carry: Buffer = NOTHING
  let carryIsClean = true
  /** Bytes held until they outweigh `carry`. */
  let waiting: Buffer[] = []
  let waitingBytes = 0
  let afterCr = false
  /** Skipping the rest of a line rejected for its length. */
  let isSkipping = false
  let pushed = 0
  let reread = 0

  /** Rejects a line too long to be a row. */
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

  /** Rejects the physical line starting at `start`; reading resumes after it. `seen`: how far it was read. */
  const rejectLine = (start: number, seen: number, motif: Motif): number => {
    const at = endOfLine(buffer, start, size)
    if (at >= size && !isFinal) return at - start > MAX_ROW_BYTES ? skip(start) : MORE
    reject(row.line, buffer.subarray(start, at), motif)
    row.line++
    const next = at < size ? afterBreak(buffer, at, size) : size
    reread += Math.max(0, seen - next)
    return next
  }

  /** Waits for more bytes; if the row is already too long, rejects its first line. */
  const wait = (start: number, isQuoted: boolean): number => {
    if (size - start <= MAX_ROW_BYTES) return MORE
    return isQuoted ? rejectLine(start, size, 'guillemet_ouvert') : skip(start)
  }

  /** Handles the row read from `start`. */
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

  /** Reads the row starting at `start` field by field; returns the start of the next one, or MORE. */
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

  const readBuffer = (): void => {
    let at = afterCr && beginsWithLf(buffer) ? 1 : 0
    while (at < size) {
      if (isBreak(buffer[at])) {
        isSkipping = false
        row.line++
        at = afterBreak(buffer, at, size)
        continue
      }
      const next = isSkipping ? skipRest(at) : readRow(at)
      if (next === MORE) break
      at = next
    }
    if (size > 0) afterCr = at >= size && endsWithCr(buffer, size)
    carry = buffer.subarray(at)
    carryIsClean = isClean || isText(carry)
  }

  const take = (bytes: Buffer): void => {
    isClean = isText(bytes) && (carry.length === 0 || carryIsClean)
    buffer = carry.length > 0 ? Buffer.concat([carry, bytes]) : bytes
    size = buffer.length
    pushed += bytes.length
    readBuffer()
  }

  /** Batches small chunks, so that a long row is not reread from its start for each of them. */
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
