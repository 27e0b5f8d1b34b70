import { vi } from 'vitest'
import type { Suspects } from '#contract/suspects'
import type { Annees } from '#contract/values'
import type { AVerifier } from '#contract/verification'

/** The donors to be looked at under a filter of the address, once everything was looked at. */
export const attendreAVerifier = (serviceUrl: string, filtre = ''): Promise<AVerifier> =>
  vi.waitUntil(
    async () => {
      const answer = await fetch(`${serviceUrl}/api/donateurs/a-verifier?limit=100${filtre}`)
      const found = (await answer.json()) as AVerifier
      return answer.ok && !found.en_retard && found
    },
    { timeout: 60_000, interval: 200 },
  )

/**
 * The arrow before a change on screens of a year, once everything was looked at: none while donors to be looked at weigh
 * on it.
 */
export async function attendreFleches(
  serviceUrl: string,
  annee: number,
): Promise<(value: number, level?: number) => string> {
  await attendreAVerifier(serviceUrl)
  const answer = await fetch(`${serviceUrl}/api/dashboard/a-verifier/${annee}`)
  const { mesures } = (await answer.json()) as Suspects
  if (mesures.length > 0) return () => ''
  return (value, level = 5) => (value > level ? '↑ ' : value < -level ? '↓ ' : '→ ')
}

/** The latest year with gifts. */
export async function anneeLaPlusRecente(serviceUrl: string): Promise<number> {
  const answer = await fetch(`${serviceUrl}/api/dashboard/annees`)
  return ((await answer.json()) as Annees).annees[0] ?? 0
}

/** Judges all donors to be looked at genuine. */
export async function jugerTous(serviceUrl: string): Promise<void> {
  for (const { contact_id } of (await attendreAVerifier(serviceUrl)).donateurs)
    await fetch(`${serviceUrl}/api/donateurs/legitime`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ contact_id, raison: 'Connu' }),
    })
}
