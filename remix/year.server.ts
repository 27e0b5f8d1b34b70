import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint'
import { Annee, type Annees } from '#contract/values'
import { call, failing } from './service.server'

type AnneesEndpoint = Endpoint<z.ZodUndefined, z.ZodUndefined, z.ZodUndefined, typeof Annees>

/** The year in the URL, or the first of the list; undefined if empty. */
export function chosenYear(request: Request, annees: number[]): number | undefined {
  const asked = Annee.safeParse(new URL(request.url).searchParams.get('annee'))
  return asked.success && annees.includes(asked.data) ? asked.data : annees[0]
}

/** A screen's years and the one it shows. */
export async function readYears(endpoint: AnneesEndpoint, request: Request) {
  const { annees } = await call(endpoint, {}, request).catch(
    failing('Erreur lors du chargement des années'),
  )
  return { annees, annee: chosenYear(request, annees) }
}
