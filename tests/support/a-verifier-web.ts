import { vi } from 'vitest'
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
