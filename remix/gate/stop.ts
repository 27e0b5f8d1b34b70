import type { Server as HttpServer } from 'node:http'
import { Server } from 'node:net'
import { whenOrphaned } from '#process/parent'

const GRACE = 25_000
const LINGER = 1_000

/**
 * On SIGTERM or SIGINT, or when the parent is gone: no new connection, every running request finishes
 * (those still there after 25 s are cut), then `exit`. Idle connections stay open for a second: closed at
 * once, they would lose the requests that are on their way.
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
