import type { Row } from '../parsing/rows/row'
import { SANS_VALEUR } from './cellules'

const SLOTS = 1 << 19
const MOST = SLOTS / 2
const MOST_BYTES = 32 * 1024 * 1024

/**
 * Remembers what rows say in some of their cells, so that `read` is asked once for all whose cells are the same bytes:
 * up to 262 144 of them in 32 MB, then it begins anew. A cell without value is read each time.
 */
export function createSouvenir<Value>(places: readonly number[]) {
  const slots = new Int32Array(SLOTS)
  let bytes = Buffer.allocUnsafe(64 * 1024)
  let used = 0
  /** Of each, from 1: its hash, where its cells begin, each after its length; and what they say. */
  let hashes: number[] = [0]
  let starts: number[] = [0]
  let values: (Value | undefined)[] = [undefined]

  const forget = () => {
    slots.fill(0)
    used = 0
    hashes = [0]
    starts = [0]
    values = [undefined]
  }

  const lengthOf = (row: Row, place: number) =>
    place < row.count ? (row.ends[place] ?? 0) - (row.starts[place] ?? 0) : 0

  const isSame = (row: Row, at: number): boolean => {
    let from = at
    for (const place of places) {
      const length = lengthOf(row, place)
      if (bytes.readInt32LE(from) !== length) return false
      from += 4
      const start = row.starts[place] ?? 0
      for (let i = 0; i < length; i++) if (bytes[from + i] !== row.bytes[start + i]) return false
      from += length
    }
    return true
  }

  const keep = (row: Row, size: number): void => {
    while (used + size > bytes.length)
      bytes = Buffer.concat([bytes, Buffer.allocUnsafe(bytes.length)])
    for (const place of places) {
      const length = lengthOf(row, place)
      const start = row.starts[place] ?? 0
      bytes.writeInt32LE(length, used)
      if (length > 0) row.bytes.copy(bytes, used + 4, start, start + length)
      used += 4 + length
    }
  }

  return (row: Row, read: (row: Row) => Value): Value => {
    let hash = 0x811c9dc5
    let size = 0
    for (const place of places) {
      const length = lengthOf(row, place)
      const start = row.starts[place] ?? 0
      if (length > 0 && row.bytes[start] === SANS_VALEUR) return read(row)
      for (let i = start; i < start + length; i++)
        hash = Math.imul(hash ^ (row.bytes[i] ?? 0), 0x01000193)
      hash = Math.imul(hash ^ length, 0x85ebca6b)
      size += 4 + length
    }
    hash ^= hash >>> 15
    if (size > MOST_BYTES / 8) return read(row)
    let slot = hash & (SLOTS - 1)
    for (let n = slots[slot] ?? 0; n > 0; n = slots[slot] ?? 0) {
      const value = hashes[n] === hash && isSame(row, starts[n] ?? 0) ? values[n] : undefined
      if (value !== undefined) return value
      slot = (slot + 1) & (SLOTS - 1)
    }
    const value = read(row)
    if (values.length > MOST || used + size > MOST_BYTES) {
      forget()
      slot = hash & (SLOTS - 1)
    }
    slots[slot] = values.length
    hashes.push(hash)
    starts.push(used)
    values.push(value)
    keep(row, size)
    return value
  }
}
