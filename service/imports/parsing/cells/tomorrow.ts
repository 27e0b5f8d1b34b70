import { inParis } from '#figures/format'

/** The day after `now` in France, as the number YYYYMMDD. */
export function tomorrow(now: Date): number {
  const [year, month, day] = inParis(now)[0].split('-').map(Number)
  const next = new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, (day ?? 1) + 1))
  return next.getUTCFullYear() * 10_000 + (next.getUTCMonth() + 1) * 100 + next.getUTCDate()
}
