import type { FastifyInstance } from 'fastify'
import { PROBES } from '#contract/health'
import type { Metrics } from '../../metrics'
import { readIdentite } from './identite'

/** One log line and one metric per request, under the route's pattern, without its parameters. */
export function recordRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'inconnue'
    const { method } = request
    metrics.requests.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    request.log[PROBES.includes(route) ? 'debug' : 'info'](
      {
        methode: method,
        chemin: route,
        statut: reply.statusCode,
        duree_ms: Math.round(reply.elapsedTime),
        identite: readIdentite(request),
      },
      'réponse',
    )
    done()
  })
}
