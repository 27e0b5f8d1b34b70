import type { Registry } from 'prom-client'
import type { ProblemAnswer } from '#contract/problem'
import type { Gate } from './gate'
import { JSON_TYPE, type Place, servePlain } from './plain'
import { refusalOf } from './problems'

/** Serves `/metrics` on its own port, for monitoring only; returns its close function. */
export const serveMetrics = (
  registry: Registry,
  gate: Gate,
  place: Place,
): Promise<() => Promise<void>> =>
  servePlain(gate, place, (request, response) => {
    const refuse = (status: number, answer: ProblemAnswer) =>
      response.writeHead(status, JSON_TYPE).end(JSON.stringify(answer))
    request.resume()
    if (request.url !== '/metrics') return void refuse(404, refusalOf(404))
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD')
      return void refuse(405, refusalOf(405))
    }
    void registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => refuse(500, { detail: 'Les mesures n’ont pas pu être lues.', code: 'inattendu' }),
    )
  })
