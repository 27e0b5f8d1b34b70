import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint'
import { asRefusal } from '../service/refusal.server'
import { call, failing } from '../service/service.server'
import { pageOf } from '../ui/pagination'

/** Filters from the URL, unchecked. */
export type Filters = Record<string, string>

/** The field refused by the service, and its message. */
export interface Fault {
  champ: string
  sentence: string
}

/** The non-empty parameters with these names. */
export const filtersOf = (query: URLSearchParams, names: readonly string[]): Filters =>
  Object.fromEntries([...query].filter(([name, value]) => names.includes(name) && value !== ''))

/**
 * Reads under filters; if the service refuses one of them, or finds no such thing, reads without any and reports the
 * fault.
 */
export async function readFiltered<Answer>(
  asked: Filters,
  names: readonly string[],
  read: (filters: Filters) => Promise<Answer>,
): Promise<{ answer: Answer; asked: Filters; filters: Filters; fault: Fault | null }> {
  try {
    return { answer: await read(asked), asked, filters: asked, fault: null }
  } catch (error) {
    const { champ, code, message } = asRefusal(error)
    const isRefused = code === 'invalide' || code === 'introuvable'
    if (!isRefused || !champ || !names.includes(champ)) throw error
    return { answer: await read({}), asked, filters: {}, fault: { champ, sentence: message } }
  }
}

type Listing<Answer extends z.ZodType> = Endpoint<
  z.ZodUndefined,
  z.ZodObject,
  z.ZodUndefined,
  Answer
>

/** A page of a list as the address asks for it: under each filter that the call takes; `failed` says what did. */
export async function readPage<Answer extends z.ZodType>(
  endpoint: Listing<Answer>,
  request: Request,
  failed: string,
  limit?: number,
) {
  const query = new URL(request.url).searchParams
  const names = Object.keys(endpoint.query.shape).filter(
    (name) => name !== 'page' && name !== 'limit',
  )
  const { answer, ...shown } = await readFiltered(filtersOf(query, names), names, (filters) =>
    call<Listing<Answer>>(endpoint, { query: { ...filters, page: pageOf(query), limit } }, request),
  ).catch(failing(failed))
  return { found: answer, ...shown }
}
