import { createServer, type RequestListener } from 'node:http'
import type { Health } from '#contract/health.ts'
import type { ProblemAnswer } from '#contract/endpoint.ts'

const UNHEALTHY: Pick<Health, 'status'> = { status: 'unhealthy' }
const WAITING: ProblemAnswer = {
  detail: 'L’application attend sa base de données. Réessayez dans quelques instants.',
}

const answer: RequestListener = (request, response) => {
  request.resume()
  const live = request.url === '/live'
  const body = live ? { status: 'live' } : request.url === '/health' ? UNHEALTHY : WAITING
  response.writeHead(live ? 200 : 503, { 'content-type': 'application/json', connection: 'close' })
  response.end(JSON.stringify(body))
}

/** Stands in for the service while its database is away: alive, but unhealthy. Returns the release of the port. */
export async function serveWaiting(place: {
  host: string
  port: number
}): Promise<() => Promise<void>> {
  const server = createServer(answer)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(place.port, place.host, resolve)
  })
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
}
