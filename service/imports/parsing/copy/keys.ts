/** Adds a key; false means it is certainly new. */
export type Seen = (bytes: Buffer, start: number, end: number) => boolean

const MIN_BITS = 16
const MAX_BITS = 29

/** Longer keys are not compared with the extremes. */
const COMPARED = 256

/** Tracks the largest (or smallest) key, ordered by length then bytes; a key beyond it is certainly new. */
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
 * A Bloom filter for the keys of a file of about `fileBytes`, 64 MB at most. False positives among new keys: about one
 * in a few hundred, one in 25 for a 5 GiB file. Keys above or below all earlier ones are new without a lookup, as in a
 * sorted file; only the few others need to be compared.
 */
export function createSeen(fileBytes: number): Seen {
  const wanted = Math.ceil(Math.log2(Math.max(1, fileBytes / 4)))
  const bits = Math.min(MAX_BITS, Math.max(MIN_BITS, wanted))
  const words = new Int32Array(2 ** (bits - 5))
  /** Blocked filter: eight adjacent words form a block, one cache line; a key's four bits lie in one block. */
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
