import { createServer, type RequestListener } from 'node:http'
import { PROTECTIONS } from '#edge/headers'
import { readAbsoluteAddress } from '#edge/hosts'
import type { Gate } from './gate'
import { answerBadRequest, answerEverything } from './unreadable'

/** Where a server listens. */
export interface Place {
  host: string
  port: number
}

export const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }

/** Serves a small listener beside the service, behind the same gate; returns its close function. */
export async function servePlain(
  gate: Gate,
  place: Place,
  listener: RequestListener,
): Promise<() => Promise<void>> {
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    readAbsoluteAddress(request)
    for (const [name, value] of Object.entries(PROTECTIONS)) response.setHeader(name, value)
    const refusal = gate(request)
    if (!refusal) {
      listener(request, response)
      return
    }
    request.resume()
    response.writeHead(refusal.status, JSON_TYPE).end(JSON.stringify(refusal.answer))
  })
  server.on('clientError', answerBadRequest)
  answerEverything(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(place.port, place.host, resolve)
  })
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
}
