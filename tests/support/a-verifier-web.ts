import { vi } from 'vitest'
import type { Mesure, Suspects } from '#contract/suspects'
import type { AVerifier } from '#contract/verification'

/** The donors to be looked at under a filter of the address, once everything was looked at. */
export const attendreAVerifier = (serviceUrl: string, filtre = ''): Promise<AVerifier> =>
  vi.waitUntil(
    async () => {
      const answer = await fetch(`${serviceUrl}/api/donateurs/a-verifier?limit=100${filtre}`)
      const found = (await answer.json()) as AVerifier
      return !found.en_retard && found
    },
    { timeout: 60_000, interval: 200 },
  )

/** Whether donors to be looked at weigh on a figure of a year, once everything was looked at. */
export async function attendrePesees(
  serviceUrl: string,
  annee: number,
): Promise<(mesure: Mesure) => boolean> {
  await attendreAVerifier(serviceUrl)
  const answer = await fetch(`${serviceUrl}/api/dashboard/a-verifier/${annee}`)
  const { mesures } = (await answer.json()) as Suspects
  return (mesure) => mesures.some((one) => one.mesure === mesure)
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
