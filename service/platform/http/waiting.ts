import type { RequestListener } from 'node:http'
import type { Health } from '#contract/health'
import type { ProblemAnswer } from '#contract/problem'
import type { Gate } from './gate'
import { type Place, servePlain } from './plain'

const UNHEALTHY: Pick<Health, 'status'> = { status: 'unhealthy' }
const WAITING: ProblemAnswer = {
  detail: 'L’application attend sa base de données. Réessayez dans quelques instants.',
  code: 'indisponible',
}

const answer: RequestListener = (request, response) => {
  request.resume()
  const live = request.url === '/live'
  const body = live ? { status: 'live' } : request.url === '/health' ? UNHEALTHY : WAITING
  response.writeHead(live ? 200 : 503, {
    'content-type': 'application/json; charset=utf-8',
    connection: 'close',
  })
  response.end(JSON.stringify(body))
}

/** Stands in for the service while its database is down: alive but unhealthy. Returns the close function. */
export const serveWaiting = (gate: Gate, place: Place): Promise<() => Promise<void>> =>
  servePlain(gate, place, answer)
