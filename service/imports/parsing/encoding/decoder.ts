import { isAscii, isUtf8 } from 'node:buffer'
import { announced, NO_TEXT, unfinishedUtf8 } from './utf8'
import { createWindows1252 } from './windows-1252'

export type Encodage = 'UTF-8' | 'UTF-8 avec BOM' | 'UTF-16 LE' | 'UTF-16 BE' | 'Windows-1252'

/** Converts a file's bytes to UTF-8, chunk by chunk. */
export interface Decoder {
  /** Whole characters only: an incomplete one is held for the next chunk. */
  decode: (chunk: Buffer) => Buffer
  end: () => Buffer
  encodage: () => Encodage
}

const NOTHING = Buffer.alloc(0)

function fromUtf16(chunk: Buffer, bigEndian: boolean): Buffer {
  const units = bigEndian ? Buffer.from(chunk).swap16() : chunk
  const text = units.toString('utf16le')
  if (!/\p{Surrogate}/u.test(text)) return Buffer.from(text)
  const bytes = Buffer.allocUnsafe(text.length * 3)
  let at = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    const isHalf = code >= 0xd800 && code < 0xe000
    at += isHalf ? bytes.writeUInt8(NO_TEXT, at) - at : bytes.write(character, at)
  }
  return bytes.subarray(0, at)
}

/** Offset of an incomplete UTF-16 unit or surrogate pair at the end; the length if there is none. */
function unfinishedUtf16(bytes: Buffer, bigEndian: boolean): number {
  const whole = bytes.length - (bytes.length % 2)
  if (whole < 2) return whole
  const unit = bigEndian ? bytes.readUInt16BE(whole - 2) : bytes.readUInt16LE(whole - 2)
  return unit >= 0xd800 && unit < 0xdc00 ? whole - 2 : whole
}

/** Detects UTF-16 without BOM by its NULs: every second byte in Latin text. */
function utf16ByNuls(bytes: Buffer): 'UTF-16 LE' | 'UTF-16 BE' | undefined {
  const pairs = Math.min(bytes.length >> 1, 128)
  let even = 0
  let odd = 0
  for (let pair = 0; pair < pairs; pair++) {
    if (bytes[2 * pair] === 0) even++
    if (bytes[2 * pair + 1] === 0) odd++
  }
  if (pairs >= 2 && odd > pairs * 0.7 && even < pairs * 0.1) return 'UTF-16 LE'
  if (pairs >= 2 && even > pairs * 0.7 && odd < pairs * 0.1) return 'UTF-16 BE'
  return undefined
}

/** The encoding announced by the first bytes, and the length of its BOM; undefined if later bytes must tell. */
function announcedEncoding(bytes: Buffer): { encodage?: Encodage; mark: number } {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    return { encodage: 'UTF-8 avec BOM', mark: 3 }
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { encodage: 'UTF-16 LE', mark: 2 }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { encodage: 'UTF-16 BE', mark: 2 }
  const encodage = utf16ByNuls(bytes)
  return encodage ? { encodage, mark: 0 } : { mark: 0 }
}

/** Bytes buffered before the encoding is decided. */
const START = 256

/**
 * A decoder that detects the encoding: from a BOM or NULs at the start, else from the first non-ASCII character
 * wherever it is: UTF-8 if well formed, Windows-1252 otherwise.
 */
export function createDecoder(): Decoder {
  let encodage: Encodage | undefined
  let started = false
  let held = NOTHING
  const fromWindows1252 = createWindows1252()

  const hold = (bytes: Buffer, from: number, last: boolean): Buffer => {
    const cut = last ? bytes.length : from
    held = cut < bytes.length ? Buffer.from(bytes.subarray(cut)) : NOTHING
    return bytes.subarray(0, cut)
  }

  /** Decides the encoding on the first non-ASCII character, or holds that character back for more bytes. */
  const undecided = (bytes: Buffer, last: boolean): Buffer => {
    if (isAscii(bytes)) return bytes
    const at = bytes.findIndex((byte) => byte >= 0x80)
    const end = at + announced(bytes[at] ?? 0)
    if (end > bytes.length && !last) return hold(bytes, at, false)
    const character = bytes.subarray(at, end)
    encodage = character.length > 1 && isUtf8(character) ? 'UTF-8' : 'Windows-1252'
    return convert(bytes, last)
  }

  const convert = (bytes: Buffer, last: boolean): Buffer => {
    switch (encodage) {
      case undefined:
        return undecided(bytes, last)
      case 'Windows-1252': {
        const { text, taken } = fromWindows1252(bytes, last)
        hold(bytes, taken, last)
        return text
      }
      case 'UTF-16 LE':
      case 'UTF-16 BE': {
        const bigEndian = encodage === 'UTF-16 BE'
        const whole = hold(bytes, unfinishedUtf16(bytes, bigEndian), false)
        const text = fromUtf16(whole, bigEndian)
        return last && held.length > 0 ? Buffer.concat([text, Buffer.of(NO_TEXT)]) : text
      }
      default:
        return hold(bytes, unfinishedUtf8(bytes), last)
    }
  }

  const take = (chunk: Buffer, last: boolean): Buffer => {
    const bytes = held.length > 0 ? Buffer.concat([held, chunk]) : chunk
    held = NOTHING
    if (started) return convert(bytes, last)
    if (bytes.length < START && !last) return hold(bytes, 0, false)
    started = true
    const start = announcedEncoding(bytes)
    encodage = start.encodage
    return convert(bytes.subarray(start.mark), last)
  }

  return {
    decode: (chunk) => take(chunk, false),
    end: () => take(NOTHING, true),
    encodage: () => encodage ?? 'UTF-8',
  }
}
