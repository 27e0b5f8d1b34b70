import { isAscii, isUtf8 } from 'node:buffer'
import { MAX_ROW_BYTES } from '../cells/limits'
import { CR, isBreak, LF } from '../rows/lines'
import { announced, NO_TEXT } from './utf8'

/** The 27 characters of Windows-1252 between 0x80 and 0x9F; the five holes are not text. */
const HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

const CHARACTERS = Array.from({ length: 128 }, (_, index) => {
  const character = HIGH[index] ?? String.fromCharCode(0x80 + index)
  const isHole = index < HIGH.length && character.charCodeAt(0) === 0x80 + index
  return isHole ? [NO_TEXT] : [...Buffer.from(character)]
})

function convert(bytes: Buffer): Buffer {
  if (isAscii(bytes)) return bytes
  const text = Buffer.allocUnsafe(bytes.length * 3)
  let at = 0
  for (const byte of bytes) {
    if (byte < 0x80) text[at++] = byte
    else for (const part of CHARACTERS[byte - 0x80] ?? []) text[at++] = part
  }
  return text.subarray(0, at)
}

/** Possible start of a UTF-8 sequence, as Latin-1. */
const MAYBE_UTF8 = /[\u00c2-\u00f4][\u0080-\u00bf]/

/** Whether the bytes contain no UTF-8 sequence beyond ASCII, nor the start of one. */
const isWithoutUtf8 = (bytes: Buffer) =>
  (bytes.at(-1) ?? 0) < 0xc2 && !MAYBE_UTF8.test(bytes.toString('latin1'))

/** What the current line's non-ASCII characters tell about it. */
type Line = 'unknown' | 'utf-8' | 'sure'

/**
 * Decodes Windows-1252. A line whose non-ASCII characters are all UTF-8 is left as it is and marked as undecodable, so
 * that its row is rejected. Returns how many bytes it consumed; a chunk's last character may need the next one.
 */
export function createWindows1252() {
  let line: Line = 'unknown'
  /** Bytes of earlier chunks awaiting the rest of their line. */
  const kept: Buffer[] = []
  let keptBytes = 0

  return (bytes: Buffer, isLast: boolean): { text: Buffer; taken: number } => {
    if (line !== 'utf-8' && isWithoutUtf8(bytes)) {
      const lastBreak = Math.max(bytes.lastIndexOf(LF), bytes.lastIndexOf(CR))
      if (!isAscii(bytes.subarray(lastBreak + 1))) line = 'sure'
      else if (lastBreak >= 0) line = 'unknown'
      return { text: convert(bytes), taken: bytes.length }
    }
    const out: Buffer[] = []
    /** Pending bytes start here: Windows-1252, up to `utf8From` if the line looks like UTF-8. */
    let from = 0
    let utf8From = 0
    let at = 0

    const settleAs1252 = () => {
      out.push(convert(Buffer.concat(kept.splice(0))))
      keptBytes = 0
      line = 'sure'
    }
    const settleAsUtf8 = () => {
      out.push(convert(bytes.subarray(from, utf8From)), Buffer.of(NO_TEXT))
      out.push(...kept.splice(0), bytes.subarray(utf8From, at))
      keptBytes = 0
      from = at
    }

    while (at < bytes.length) {
      const byte = bytes[at] ?? 0
      if (isBreak(byte)) {
        if (line === 'utf-8') settleAsUtf8()
        line = 'unknown'
        at++
      } else if (byte < 0x80 || line === 'sure') at++
      else {
        const end = at + announced(byte)
        if (end > bytes.length && !isLast) break
        const isSequence = end > at + 1 && isUtf8(bytes.subarray(at, end))
        if (!isSequence) settleAs1252()
        else if (line === 'unknown') {
          line = 'utf-8'
          utf8From = at
        }
        at = isSequence ? end : at + 1
      }
    }
    if (line === 'utf-8' && isLast) settleAsUtf8()
    if (line === 'utf-8' && keptBytes + at - utf8From > MAX_ROW_BYTES) settleAs1252()
    if (line === 'utf-8' && !isLast) {
      out.push(convert(bytes.subarray(from, utf8From)))
      kept.push(Buffer.from(bytes.subarray(utf8From, at)))
      keptBytes += at - utf8From
    } else out.push(convert(bytes.subarray(from, at)))
    return { text: Buffer.concat(out), taken: at }
  }
}
