import type { ProblemAnswer } from '#contract/problem'
import { asRefusal } from './refusal.server'

/** Refuses a file URL, with a French sentence as plain text. */
export const refused = (
  sentence: string,
  status: number,
  headers: Record<string, string> = {},
): Response =>
  new Response(sentence, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers },
  })

/** For `.catch()` where the reply is a file: the service's refusal as plain text. */
export function refusedAsText(error: unknown): Response {
  const { message, status } = asRefusal(error)
  return refused(message, status, status === 503 ? { 'Retry-After': '5' } : {})
}

/** What our scripts receive on refusal. */
export type Refused = Pick<ProblemAnswer, 'detail' | 'code' | 'champ' | 'fichier_id'>

/** For `.catch()` where a script reads the reply: the service's refusal as JSON. */
export function refusedAsJson(error: unknown): Response {
  const { message: detail, code, champ, fichierId, status } = asRefusal(error)
  const body: Refused = {
    detail,
    code,
    ...(champ && { champ }),
    ...(fichierId && { fichier_id: fichierId }),
  }
  // Chromium retries a request answered with 408.
  return Response.json(body, { status: status === 408 ? 422 : status })
}

/** Action of a route that only has a loader; Remix's own refusal is in English. */
export const readOnly = (): Response =>
  refused('Cette adresse se lit seulement\u00A0: aucun formulaire n’y mène.', 405, {
    Allow: 'GET, HEAD',
  })
