import { isLoopback } from '#contract/settings.ts'
import type { Check } from './refusal'

interface Bucket {
  left: number
  seen: number
}

const MINUTE = 60_000
const MAX_ADDRESSES = 10_000

/**
 * At most `perMinute` requests a minute and address, all at once or spread; clients of this machine have no limit.
 * `now` answers in milliseconds.
 */
export function limitRate(perMinute: number, now: () => number): Check {
  const buckets = new Map<string, Bucket>()
  const forgetFull = (time: number) => {
    for (const [address, bucket] of buckets)
      if (time - bucket.seen >= MINUTE) buckets.delete(address)
  }
  return (_request, { address }) => {
    if (perMinute === 0 || isLoopback(address)) return undefined
    const time = now()
    if (buckets.size >= MAX_ADDRESSES) forgetFull(time)
    const { left, seen } = buckets.get(address) ?? { left: perMinute, seen: time }
    const refilled = Math.min(perMinute, left + ((time - seen) * perMinute) / MINUTE)
    buckets.set(address, { left: Math.max(0, refilled - 1), seen: time })
    return refilled >= 1
      ? undefined
      : {
          status: 429,
          sentence:
            'Trop de demandes depuis cette adresse. Patientez une minute, puis recommencez.',
          headers: { 'retry-after': '60' },
        }
  }
}
