/** Rows in PostgreSQL's COPY text format, buffered. */
export interface Output {
  bytes: Buffer
  at: number
}

const BUFFER_BYTES = 256 * 1024

const TAB = 0x09
const LF = 0x0a
const BACKSLASH = 0x5c
const DASH = 0x2d

/** COPY escapes: the byte that follows the backslash. */
const ESCAPES = new Uint8Array(256)
ESCAPES[TAB] = 0x74
ESCAPES[LF] = 0x6e
ESCAPES[0x0d] = 0x72
ESCAPES[BACKSLASH] = BACKSLASH

export const createOutput = (): Output => ({ bytes: Buffer.allocUnsafe(BUFFER_BYTES), at: 0 })

/** Makes room for `bytes`, flushing the buffer if needed. */
export function reserve(output: Output, bytes: number, full: (bytes: Buffer) => void): void {
  if (output.at + bytes <= output.bytes.length) return
  flush(output, full)
  if (bytes > output.bytes.length) output.bytes = Buffer.allocUnsafe(bytes)
}

/** Hands over the buffer, which then belongs to the receiver. */
export function flush(output: Output, full: (bytes: Buffer) => void): void {
  if (output.at === 0) return
  full(output.bytes.subarray(0, output.at))
  output.bytes = Buffer.allocUnsafe(BUFFER_BYTES)
  output.at = 0
}

/** Writes bytes as a cell, escaped. */
export function writeBytes(output: Output, source: Buffer, start: number, end: number): void {
  const target = output.bytes
  let at = output.at
  for (let i = start; i < end; i++) {
    const byte = source[i] ?? 0
    const escape = ESCAPES[byte] ?? 0
    if (escape !== 0) {
      target[at++] = BACKSLASH
      target[at++] = escape
    } else target[at++] = byte
  }
  output.at = at
}

export function writeText(output: Output, text: string): void {
  const bytes = Buffer.from(text)
  writeBytes(output, bytes, 0, bytes.length)
}

export function writeNull(output: Output): void {
  output.bytes[output.at++] = BACKSLASH
  output.bytes[output.at++] = 0x4e
}

export function writeFlag(output: Output, value: boolean): void {
  output.bytes[output.at++] = value ? 0x74 : 0x66
}

export function endCell(output: Output): void {
  output.bytes[output.at++] = TAB
}

/** Ends the row, replacing the last cell's tab. */
export function endRow(output: Output): void {
  output.bytes[output.at - 1] = LF
}

/** Writes an integer from 0 to 2^53, zero-padded to `width` digits. */
export function writeInteger(output: Output, value: number, width = 1): void {
  let digits = width
  for (let limit = 10 ** width; limit <= value; limit *= 10) digits++
  let rest = value
  for (let at = output.at + digits - 1; at >= output.at; at--) {
    const next = Math.floor(rest / 10)
    output.bytes[at] = 0x30 + (rest - next * 10)
    rest = next
  }
  output.at += digits
}

const pair = (bytes: Buffer, at: number, value: number) => {
  const tens = (value / 10) | 0
  bytes[at] = 0x30 + tens
  bytes[at + 1] = 0x30 + value - tens * 10
}

/** Writes cents as euros with two decimals. */
export function writeCents(output: Output, cents: number): void {
  const euros = Math.floor(cents / 100)
  writeInteger(output, euros)
  output.bytes[output.at] = 0x2e
  pair(output.bytes, output.at + 1, cents - euros * 100)
  output.at += 3
}

/** Writes YYYYMMDD as YYYY-MM-DD. */
export function writeDay(output: Output, day: number): void {
  const { bytes, at } = output
  const century = (day / 1_000_000) | 0
  const year = ((day / 10_000) | 0) - century * 100
  const month = ((day / 100) | 0) - (century * 100 + year) * 100
  pair(bytes, at, century)
  pair(bytes, at + 2, year)
  bytes[at + 4] = DASH
  pair(bytes, at + 5, month)
  bytes[at + 7] = DASH
  pair(bytes, at + 8, day % 100)
  output.at = at + 10
}
