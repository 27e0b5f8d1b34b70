import type { Donor } from './gifts'

/** The day of the latest gift; no gift of these worlds is later than today. */
export function horizon(donors: readonly Donor[]) {
  const day = donors
    .flat()
    .map((gift) => gift.day)
    .reduce<string | null>((latest, one) => (latest === null || one > latest ? one : latest), null)
  const annee_en_cours = day === null || day.endsWith('12-31') ? null : Number(day.slice(0, 4))
  return { horizon: day, annee_en_cours }
}
