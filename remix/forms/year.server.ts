import { data } from '@remix-run/node'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint'
import { Annee, type Annees } from '#contract/values'
import { call, failing } from '../service/service.server'
import type { WithoutGifts } from '../ui/failure'

type AnneesEndpoint = Endpoint<z.ZodUndefined, z.ZodUndefined, z.ZodUndefined, typeof Annees>

/** The year in the URL. */
export function askedYear(request: Request): number | undefined {
  const asked = Annee.safeParse(new URL(request.url).searchParams.get('annee') ?? undefined)
  return asked.success ? asked.data : undefined
}

/** To be thrown by a loader that has nothing to show yet: the screen says what to do next. */
export const noGifts = (without: WithoutGifts = { annees: [] }) => data(without, { status: 200 })

/** The year in the URL, or the first of the list. Throws what says so where it has no gifts, or nothing has. */
export function chosenYear(request: Request, annees: number[]): number {
  const [latest] = annees
  const annee = askedYear(request)
  if (latest === undefined) throw noGifts()
  if (annee === undefined) return latest
  if (annees.includes(annee)) return annee
  throw noGifts({ annees, annee })
}

/** The years with gifts. */
export const readAnnees = async (endpoint: AnneesEndpoint, request: Request): Promise<number[]> =>
  (await call(endpoint, {}, request).catch(failing('Erreur lors du chargement des années'))).annees

/** A screen's years and the one it shows; throws what says that there is none. */
export async function readYears(endpoint: AnneesEndpoint, request: Request) {
  const annees = await readAnnees(endpoint, request)
  return { annees, annee: chosenYear(request, annees) }
}
