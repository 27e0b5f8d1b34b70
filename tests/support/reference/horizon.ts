import type { Donor } from './gifts'

const IN_PARIS = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' })

/** Today in Paris, written the way days are. */
export const today = (): string => IN_PARIS.format(new Date())

const known = new WeakMap<readonly Donor[], string | null>()

function latestDay(donors: readonly Donor[]): string | null {
  const now = today()
  let latest: string | null = null
  for (const donor of donors)
    for (const { day } of donor) if (day <= now && (latest === null || day > latest)) latest = day
  return latest
}

/** The day of the latest gift that is not of a day to come; looked for once in the same donors. */
export function horizon(donors: readonly Donor[]) {
  const day = known.get(donors) ?? latestDay(donors)
  known.set(donors, day)
  const annee_en_cours = day === null || day.endsWith('12-31') ? null : Number(day.slice(0, 4))
  return { horizon: day, annee_en_cours }
}
