import type { EffetExclusion } from '#contract/exclusions'
import { formatMoney, plural } from '#figures/format'

export const EFFECT_PATH = '/donations/exclusion/effet'

/** Longest wait before asking without it. */
const LONGEST_MS = 3_000
const YEARS_SHOWN = 6

/** What a decision about a donor would change, for the browser dialog; null if it cannot be read in time. */
export async function readEffect(contactId: string): Promise<EffetExclusion | null> {
  // Browsers of 2022 have no AbortSignal.timeout.
  const leaving = new AbortController()
  const timer = setTimeout(() => leaving.abort(), LONGEST_MS)
  try {
    const answer = await fetch(`${EFFECT_PATH}?${new URLSearchParams({ contact_id: contactId })}`, {
      signal: leaving.signal,
      headers: { accept: 'application/json' },
    })
    return answer.ok ? ((await answer.json()) as EffetExclusion) : null
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}

const gifts = (donations: number, montant: number) =>
  `${plural(donations, 'don')}, ${formatMoney(montant)}`

/** The effect in lines: total, then by year, latest first. */
export function describeEffect(effect: EffetExclusion | null): string[] {
  if (!effect) return ['Ce que cela change dans les chiffres n’a pas pu être lu.']
  const { par_annee: years, donations, montant, avec } = effect
  const more = years.length - YEARS_SHOWN
  return [
    ...(avec.length > 0
      ? [`Avec lui, la même personne\u00A0: ${avec.map((other) => `contact ${other}`).join(', ')}.`]
      : []),
    `${plural(donations, 'don concerné', 'dons concernés')}, pour ${formatMoney(montant)}.`,
    ...years
      .slice(0, YEARS_SHOWN)
      .map((year) => `${year.annee}\u00A0: ${gifts(year.donations, year.montant)}`),
    ...(more > 0 ? [`et ${plural(more, 'année')} avant.`] : []),
  ]
}
