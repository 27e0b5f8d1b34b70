import { createHmac, randomBytes } from 'node:crypto'
import { isLoopback } from '#edge/hosts'
import { networkOf } from './client'
import type { Check } from './refusal'

const MINUTE = 60_000
const ROWS = 4
const CELLS = 65_536

/**
 * At most `perMinute` requests a minute and address, all at once or spread; clients of this machine have no limit.
 * `now` returns milliseconds.
 *
 * Each address has a cell in every row, chosen by a secret: the moment when all it asked for is paid off. Its
 * earliest cell counts, so that it is taken for others only where they fill all of its cells. Memory is 2 MB however
 * many addresses come, no address pushes out another, and time alone empties the cells.
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
    // A tenth of a millisecond covers what thirds lose in binary.
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
