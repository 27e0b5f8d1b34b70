import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Client } from './client'

/** Why a request does not reach Remix: a status, and a French sentence saying what to do. */
export interface Refusal {
  status: number
  sentence: string
  headers?: Record<string, string>
}

export type Check = (request: IncomingMessage, client: Client) => Refusal | undefined

/** Combines checks: the first refusal wins. */
export const firstRefusal =
  (checks: Check[]): Check =>
  (request, client) => {
    for (const check of checks) {
      const refusal = check(request, client)
      if (refusal) return refusal
    }
    return undefined
  }

const escape = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => `&#${String(sign.charCodeAt(0))};`)

/** HTML page of a refusal. */
export const refusalPage = (sentence: string): string =>
  `<!doctype html><html lang="fr"><meta charset="utf-8"><title>Demande refusée - Analyse - Gestion des Dons</title>` +
  `<h1>Demande refusée</h1><p>${escape(sentence)}</p><p><a href="/">Retour à l’accueil</a></p></html>`

/** Responds with a refusal, as a small page or, for scripts, JSON, and closes the connection. */
export function answerRefusal(
  { status, sentence, headers }: Refusal,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const asksJson = request.headers.accept?.includes('application/json') ?? false
  const body = asksJson ? JSON.stringify({ detail: sentence }) : refusalPage(sentence)
  response.writeHead(status, {
    ...headers,
    'content-type': asksJson ? 'application/json' : 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  })
  response.end(body)
}
