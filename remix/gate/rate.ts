import { createHmac, randomBytes } from 'node:crypto'
import { isLoopback } from '#edge/hosts'
import { networkOf } from './client'
import type { Check } from './refusal'

const MINUTE = 60_000
const ROWS = 4
const CELLS = 65_536

/**
 * Limits requests per minute and address, in bursts or spread out; local clients are exempt. `now` returns
 * milliseconds.
 *
 * Each address has one cell per row, chosen by a keyed hash, holding the time when its requests are paid off. The
 * earliest cell counts, so a collision only matters if it fills all of an address's cells. Memory is fixed at 2 MB, no
 * address evicts another, and cells empty with time alone.
 */
export function limitRate(perMinute: number, now: () => number): Check {
  if (perMinute === 0) return () => undefined
  const secret = randomBytes(32)
  const cells = new Float64Array(ROWS * CELLS)
  const price = MINUTE / perMinute
  const placesOf = (address: string): number[] => {
    const hash = createHmac('sha256', secret).update(networkOf(address)).digest()
    return Array.from(
      { length: ROWS },
      (_, row) => row * CELLS + (hash.readUInt32LE(row * 4) % CELLS),
    )
  }
  return (_request, { address }) => {
    if (isLoopback(address)) return undefined
    const time = now()
    const places = placesOf(address)
    const earliest = Math.min(...places.map((place) => cells[place] ?? 0))
    const paid = Math.max(earliest, time) + price
    // 0.1 ms of tolerance for the binary rounding of thirds.
    if (paid - time > MINUTE + 0.1)
      return {
        status: 429,
        sentence: 'Trop de demandes depuis cette adresse. Patientez une minute, puis recommencez.',
        headers: { 'retry-after': '60' },
      }
    for (const place of places) cells[place] = Math.max(cells[place] ?? 0, paid)
    return undefined
  }
}
