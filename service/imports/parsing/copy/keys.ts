/** Adds a key; false means certainly new. */
export type Seen = (bytes: Buffer, start: number, end: number) => boolean

const MIN_BITS = 16
const MAX_BITS = 29

/** Keys no longer than this are compared with the first and the last in order. */
const COMPARED = 256

/** The keys in order, by length and then byte by byte; a key beyond its end is new for certain. */
function createEnd(sign: 1 | -1) {
  const kept = new Uint8Array(COMPARED)
  let length = -1

  return (bytes: Buffer, start: number, end: number): boolean => {
    if (end - start > COMPARED) return false
    let order = length < 0 ? 1 : sign * (end - start - length)
    for (let i = 0; order === 0 && i < length; i++)
      order = sign * ((bytes[start + i] ?? 0) - (kept[i] ?? 0))
    if (order <= 0) return false
    length = end - start
    for (let i = 0; i < length; i++) kept[i] = bytes[start + i] ?? 0
    return true
  }
}

/**
 * A Bloom filter over the keys of a file of about `fileBytes`, of 64 MB at most. Of the new keys one in some
 * hundreds is taken for seen, one in twenty-five in a file of 5 GiB. A key that it never saw is new for certain,
 * and so is one above or below all others, as in a file in their order; only the few others have to be compared.
 */
export function createSeen(fileBytes: number): Seen {
  const wanted = Math.ceil(Math.log2(Math.max(1, fileBytes / 4)))
  const bits = Math.min(MAX_BITS, Math.max(MIN_BITS, wanted))
  const words = new Int32Array(2 ** (bits - 5))
  /** Eight neighbouring words make a block, read from memory at once; a key's four bits are in one block. */
  const blockShift = 32 - (bits - 8)

  const isAboveAll = createEnd(1)
  const isBelowAll = createEnd(-1)

  return (bytes, start, end) => {
    let one = 0x811c9dc5
    let two = 0x9747b28c
    for (let i = start; i < end; i++) {
      const byte = bytes[i] ?? 0
      one = Math.imul(one ^ byte, 0x01000193)
      two = (Math.imul(two, 0x5bd1e995) + byte) | 0
    }
    one ^= one >>> 16
    one = Math.imul(one, 0x85ebca6b)
    one ^= one >>> 13
    one = Math.imul(one, 0xc2b2ae35)
    two ^= two >>> 13
    two = Math.imul(two, 0x85ebca6b)
    two ^= two >>> 16
    const block = (one >>> blockShift) << 3
    let isKnown = true
    for (let bit = 0; bit < 4; bit++) {
      const place = (two >>> (bit * 8)) & 0xff
      const word = block + (place >>> 5)
      const mask = 1 << (place & 31)
      const before = words[word] ?? 0
      if ((before & mask) === 0) {
        isKnown = false
        words[word] = before | mask
      }
    }
    const isBeyond = isAboveAll(bytes, start, end)
    return !isBelowAll(bytes, start, end) && !isBeyond && isKnown
  }
}
