import type { IncomingMessage, ServerResponse } from 'node:http'
import { finished } from 'node:stream'
import type { Client } from './client'

/** Why a request does not reach Remix: a status, and one French sentence that says what to do. */
export interface Refusal {
  status: number
  sentence: string
  headers?: Record<string, string>
}

export type Check = (request: IncomingMessage, client: Client) => Refusal | undefined

/** The first refusal of several checks, in their order. */
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

/** How long a refused client may go on sending: cut off at once, it would see a broken connection and no answer. */
const LINGER = 30_000

/** The page that says it. */
export const refusalPage = (sentence: string): string =>
  `<!doctype html><html lang="fr"><meta charset="utf-8"><title>Demande refusée - Analyse - Gestion des Dons</title>` +
  `<h1>Demande refusée</h1><p>${escape(sentence)}</p><p><a href="/">Retour à l’accueil</a></p></html>`

/**
 * Answers a refusal as a small page, or as JSON to the script that asks for it, and lets what the client still sends
 * run out for as long as `linger`.
 */
export function answerRefusal(
  { status, sentence, headers }: Refusal,
  request: IncomingMessage,
  response: ServerResponse,
  linger = LINGER,
): void {
  const asksJson = request.headers.accept?.includes('application/json') ?? false
  const body = asksJson ? JSON.stringify({ detail: sentence }) : refusalPage(sentence)
  response.writeHead(status, {
    ...headers,
    'content-type': asksJson ? 'application/json' : 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  })
  if (request.method !== 'HEAD') response.write(body)
  // The end of the answer closes the connection.
  const cut = setTimeout(() => response.end(), linger)
  finished(request.resume(), () => {
    clearTimeout(cut)
    response.end()
  })
}
