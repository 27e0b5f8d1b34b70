/** Physical lines within the first `size` bytes of a buffer; they end with LF, CR or CRLF. */

export const LF = 0x0a
export const CR = 0x0d
const QUOTE = 0x22

export const isBreak = (byte: number | undefined) => byte === LF || byte === CR

/** The offset after the line break at `at`. */
export const afterBreak = (bytes: Buffer, at: number, size: number): number =>
  bytes[at] === CR && at + 1 < size && bytes[at + 1] === LF ? at + 2 : at + 1

/** The offset of the line's break, or `size`. */
export function endOfLine(bytes: Buffer, from: number, size: number): number {
  let at = from
  while (at < size && !isBreak(bytes[at])) at++
  return at
}

/** Whether the bytes end with a CR: an LF that follows belongs to it. */
export const endsWithCr = (bytes: Buffer, size: number) => size > 0 && bytes[size - 1] === CR

export const beginsWithLf = (bytes: Buffer) => bytes[0] === LF

/**
 * Whether a line inside the quotes of the row from `start` to `end` looks like a complete row, with a delimiter before
 * any quote: the opening quote is then a stray one.
 */
export function swallowsRows(
  bytes: Buffer,
  { start, end, size }: { start: number; end: number; size: number },
  { delimiter, width }: { delimiter: number; width: number },
): boolean {
  let at = afterBreak(bytes, endOfLine(bytes, start, size), size)
  while (at < end) {
    const stopAt = Math.min(endOfLine(bytes, at, size), end)
    let fields = 1
    let fieldsBeforeQuote = 0
    for (let i = at; i < stopAt; i++) {
      if (bytes[i] === delimiter) fields++
      else if (bytes[i] === QUOTE && fieldsBeforeQuote === 0) fieldsBeforeQuote = fields
    }
    if (fields === width && fields > 1 && fieldsBeforeQuote !== 1) return true
    at = afterBreak(bytes, stopAt, size)
  }
  return false
}
