import { data } from '@remix-run/node'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint'
import { Annee, type Annees } from '#contract/values'
import { call, failing } from '../service/service.server'
import type { WithoutYear } from '../ui/failure'

type AnneesEndpoint = Endpoint<z.ZodUndefined, z.ZodUndefined, z.ZodUndefined, typeof Annees>

/** The year in the URL. */
export function askedYear(request: Request): number | undefined {
  const asked = Annee.safeParse(new URL(request.url).searchParams.get('annee') ?? undefined)
  return asked.success ? asked.data : undefined
}

/**
 * The year in the URL, or the first of the list; undefined if that is empty. Throws what says so where the year in the
 * URL has no gifts.
 */
export function chosenYear(request: Request, annees: number[]): number | undefined {
  const asked = askedYear(request)
  if (asked === undefined || annees.length === 0) return annees[0]
  if (annees.includes(asked)) return asked
  throw data({ annees, annee: asked } satisfies WithoutYear, { status: 200 })
}

/** A screen's years and the one it shows. */
export async function readYears(endpoint: AnneesEndpoint, request: Request) {
  const { annees } = await call(endpoint, {}, request).catch(
    failing('Erreur lors du chargement des années'),
  )
  return { annees, annee: chosenYear(request, annees) }
}
