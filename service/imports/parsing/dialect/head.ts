import { afterBreak, endOfLine, isBreak } from '../rows/lines'

/** The header is looked for in so many first lines, and in so many first bytes. */
export const LINES = 20
const HEAD_BYTES = 1024 * 1024

/** A physical line: where it begins, the place of its break, and where the next one begins. */
export interface Line {
  start: number
  stop: number
  end: number
}

/** The first lines of a file; the last one may have no break. What lies beyond the first bytes is not looked at. */
export function firstLines(file: Buffer): Line[] {
  const size = Math.min(file.length, HEAD_BYTES)
  const lines: Line[] = []
  for (let start = 0; start < size && lines.length < LINES;) {
    const stop = endOfLine(file, start, size)
    const end = stop < size ? afterBreak(file, stop, file.length) : size
    lines.push({ start, stop, end })
    start = end
  }
  return lines
}

/** Gathers the first bytes of a file until its header must be among them, in however small pieces they come. */
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
    /** All of it, which is then no longer kept. */
    take: (): Buffer => Buffer.concat(parts.splice(0)),
  }
}
