import type { Donor } from './gifts'

const IN_PARIS = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' })

/** Today in Paris, written the way days are. */
export const today = (): string => IN_PARIS.format(new Date())

/** The day of the latest gift that is not of a day to come. */
export function horizon(donors: readonly Donor[]) {
  const known = today()
  const day = donors
    .flat()
    .map((gift) => gift.day)
    .filter((one) => one <= known)
    .reduce<string | null>((latest, one) => (latest === null || one > latest ? one : latest), null)
  const annee_en_cours = day === null || day.endsWith('12-31') ? null : Number(day.slice(0, 4))
  return { horizon: day, annee_en_cours }
}
