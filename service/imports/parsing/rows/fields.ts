import { afterBreak, isBreak } from './lines'
import type { Row } from './row'

/** Outcome of reading a row's fields. */
export const WHOLE = 0
/** More bytes are needed; the second one within an open quote. */
export const UNFINISHED = 1
export const UNFINISHED_QUOTE = 2
/** A quote that never closes, or should have closed earlier; a misplaced quote. */
export const OPEN_QUOTE = 3
export const STRAY_QUOTE = 4

const LF = 0x0a
const CR = 0x0d
const QUOTE = 0x22

/** Readable bytes: `isFinal` at the end of the file; `mayStretch` if quotes may still span lines. */
export interface Reach {
  bytes: Buffer
  size: number
  isFinal: boolean
  mayStretch: boolean
}

/** Reads the fields of the row starting at `start` into `row`, up to its line break at `row.to`. */
export type ReadFields = (row: Row, start: number, reach: Reach) => number

function stopsAt(...bytes: number[]): Uint8Array {
  const stops = new Uint8Array(256)
  for (const byte of bytes) stops[byte] = 1
  return stops
}

export function createFieldReader(delimiter: number, width: number): ReadFields {
  const stops = stopsAt(delimiter, LF, CR)
  const stopsInQuotes = stopsAt(QUOTE, LF, CR)

  const readFields = (row: Row, start: number, reach: Reach): number => {
    const { bytes, size, isFinal } = reach
    const { starts, ends, escaped } = row
    const capacity = starts.length
    let at = start
    let count = 0
    let breaks = 0
    row.isEscaped = false

    const end = (outcome: number) => {
      row.source = bytes
      row.bytes = bytes
      row.from = start
      row.to = at
      row.count = count
      row.breaks = breaks
      return outcome
    }

    for (;;) {
      const isQuoted = at < size && bytes[at] === QUOTE
      let from = at
      let isFieldEscaped = 0
      if (isQuoted) {
        from = ++at
        for (;;) {
          while (at < size && stopsInQuotes[bytes[at] ?? 0] === 0) at++
          if (at >= size) return end(isFinal ? OPEN_QUOTE : UNFINISHED_QUOTE)
          if (at + 1 >= size && !isFinal) return end(UNFINISHED_QUOTE)
          if (bytes[at] !== QUOTE) {
            if (!reach.mayStretch) return end(OPEN_QUOTE)
            breaks++
            at = afterBreak(bytes, at, size)
            continue
          }
          if (bytes[at + 1] !== QUOTE || at + 1 >= size) break
          isFieldEscaped = 1
          row.isEscaped = true
          at += 2
        }
      } else {
        while (at < size && stops[bytes[at] ?? 0] === 0) at++
        if (at >= size && !isFinal) return end(breaks > 0 ? UNFINISHED_QUOTE : UNFINISHED)
      }
      if (count < capacity) {
        starts[count] = from
        ends[count] = at
        escaped[count] = isFieldEscaped
      }
      count++
      if (isQuoted) at++
      if (at < size && bytes[at] === delimiter) {
        if (breaks > 0 && count >= width) return end(OPEN_QUOTE)
        at++
        if (at >= size && !isFinal) return end(breaks > 0 ? UNFINISHED_QUOTE : UNFINISHED)
        continue
      }
      if (at < size && !isBreak(bytes[at])) return end(breaks > 0 ? OPEN_QUOTE : STRAY_QUOTE)
      if (at >= size && !isFinal) return end(isQuoted ? UNFINISHED_QUOTE : UNFINISHED)
      return end(WHOLE)
    }
  }
  return readFields
}
