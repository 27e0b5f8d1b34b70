import type { IncomingMessage, ServerResponse } from 'node:http'
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

/** Answers a refusal as a small page, and lets what the client still sends run out. */
export function answerRefusal(
  refusal: Refusal,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  request.resume()
  response.writeHead(refusal.status, {
    ...refusal.headers,
    'content-type': 'text/html; charset=utf-8',
    connection: 'close',
  })
  response.end(
    `<!doctype html><html lang="fr"><meta charset="utf-8"><title>Demande refusée - Analyse - Gestion des Dons</title>` +
      `<h1>Demande refusée</h1><p>${escape(refusal.sentence)}</p><p><a href="/">Retour à l’accueil</a></p></html>`,
  )
}
