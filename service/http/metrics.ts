import { createServer } from 'node:http'
import type pg from 'pg'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** What the service counts about itself, for Prometheus. */
export interface Metrics {
  registry: Registry
  requests: Histogram<'method' | 'route' | 'status'>
}

export function createMetrics(pool: pg.Pool): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'dons_http_request_duration_seconds',
    help: 'Duration of the answered requests',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60, 300],
    registers: [registry],
  })
  new Gauge({
    name: 'dons_database_connections',
    help: 'Connections of the pool to the database, by what they do',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'waited_for' }, pool.waitingCount)
    },
  })
  return { registry, requests }
}

/** Serves `/metrics` on a port of its own, which only the monitoring should reach; returns its release. */
export async function serveMetrics(
  registry: Registry,
  place: { host: string; port: number },
): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    void registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(place.port, place.host, resolve)
  })
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
}
