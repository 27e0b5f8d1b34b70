import type { Server as HttpServer } from 'node:http'
import { Server } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

const LINGER = 1_000

/**
 * Stops accepting; sends `Connection: close` on open connections. Idle ones stay open for 1 s: closing at once would
 * lose requests already in flight.
 */
export async function drain(server: HttpServer): Promise<void> {
  server.prependListener('request', (_request, response) => {
    response.setHeader('connection', 'close')
  })
  const closed = new Promise<void>((resolve) => {
    // Because http.Server.close() ends idle connections.
    Server.prototype.close.call(server, () => resolve())
  })
  await Promise.race([closed, wait(LINGER)])
}
