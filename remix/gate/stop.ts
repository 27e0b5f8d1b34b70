import type { Server as HttpServer } from 'node:http'
import { Server } from 'node:net'
import { whenOrphaned } from '#process/parent'

const GRACE = 25_000
const LINGER = 1_000

/**
 * On SIGTERM, SIGINT or loss of the parent: refuses new connections, lets running requests finish (up to 25 s), then
 * calls `exit`. Idle connections stay open for 1 s: closing at once would lose requests already in flight.
 */
export function stopGracefully(server: HttpServer, exit: () => void): void {
  let stopping = false
  server.prependListener('request', (_request, response) => {
    if (stopping) response.setHeader('connection', 'close')
  })
  const stop = () => {
    if (stopping) return
    stopping = true
    // Unlike http's own, this `close` leaves idle connections open.
    Server.prototype.close.call(server, exit)
    setTimeout(() => setInterval(() => server.closeIdleConnections(), 100), LINGER)
    setTimeout(() => server.closeAllConnections(), GRACE)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  whenOrphaned(stop)
}
