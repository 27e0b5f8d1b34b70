/** Tells of a key whether it may have been seen before; `false` is certain. Remembers it. */
export type Seen = (bytes: Buffer, start: number, end: number) => boolean

const MIN_BITS = 16
const MAX_BITS = 29

/**
 * A Bloom filter over the keys of a file of about `fileBytes`: at most 64 MB whatever the file, one key in
 * ten thousand or fewer taken for seen where it is new. A key that it never saw is new for certain, so that
 * only the few others have to be compared.
 */
export function createSeen(fileBytes: number): Seen {
  const wanted = Math.ceil(Math.log2(Math.max(1, fileBytes / 2)))
  const bits = Math.min(MAX_BITS, Math.max(MIN_BITS, wanted))
  const words = new Int32Array(2 ** (bits - 5))
  /** Eight neighbouring words make a block, read from memory at once; a key's four bits stand in one block. */
  const blockShift = 32 - (bits - 8)

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
    return isKnown
  }
}
