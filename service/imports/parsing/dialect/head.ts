import { afterBreak, endOfLine, isBreak } from '../rows/lines'

/** The header is searched in the first lines, within the first bytes. */
export const LINES = 20
export const HEAD_BYTES = 1024 * 1024

/** A physical line: its start, the position of its break, and the start of the next one. */
export interface Line {
  start: number
  stop: number
  end: number
}

/** The first lines of a file, within its head; the last one may have no break. */
export function firstLines(file: Buffer, atMost = LINES): Line[] {
  const size = Math.min(file.length, HEAD_BYTES)
  const lines: Line[] = []
  for (let start = 0; start < size && lines.length < atMost;) {
    const stop = endOfLine(file, start, size)
    const end = stop < size ? afterBreak(file, stop, file.length) : size
    lines.push({ start, stop, end })
    start = end
  }
  return lines
}

/** Buffers the first bytes of a file until the header must be among them, however small the chunks. */
export function createHead() {
  const parts: Buffer[] = []
  let size = 0
  let breaks = 0
  let last = 0
  return {
    /** Returns whether there is enough. */
    push: (bytes: Buffer): boolean => {
      parts.push(bytes)
      size += bytes.length
      for (let at = 0; at < bytes.length && breaks <= LINES; at++) {
        const byte = bytes[at] ?? 0
        if (isBreak(byte) && !(byte === 0x0a && last === 0x0d)) breaks++
        last = byte
      }
      return breaks > LINES || size > HEAD_BYTES
    },
    /** Returns the buffered bytes, and releases them. */
    take: (): Buffer => Buffer.concat(parts.splice(0)),
  }
}
