import type { Registry } from 'prom-client'
import type { Gate } from './gate'
import { JSON_TYPE, type Place, servePlain } from './plain'

/** Serves `/metrics` on a port of its own, which only the monitoring should reach; returns its release. */
export const serveMetrics = (
  registry: Registry,
  gate: Gate,
  place: Place,
): Promise<() => Promise<void>> =>
  servePlain(gate, place, (request, response) => {
    const refuse = (status: number, detail: string) =>
      response.writeHead(status, JSON_TYPE).end(JSON.stringify({ detail }))
    request.resume()
    if (request.url !== '/metrics') return void refuse(404, 'Cette adresse n’existe pas.')
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD')
      return void refuse(405, 'Cette méthode n’est pas acceptée ici.')
    }
    void registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => refuse(500, 'Les mesures n’ont pas pu être lues.'),
    )
  })
