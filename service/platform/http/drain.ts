import type { Server as HttpServer } from 'node:http'
import { Server } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

const LINGER = 1_000

/**
 * Stops accepting; sends `Connection: close` on the connections that are open. Idle connections stay
 * open for a second: closed at once, they would lose the requests that are on their way.
 */
export async function drain(server: HttpServer): Promise<void> {
  server.prependListener('request', (_request, response) => {
    response.setHeader('connection', 'close')
  })
  const closed = new Promise<void>((resolve) => {
    // An HTTP server's own close() ends idle connections.
    Server.prototype.close.call(server, () => resolve())
  })
  await Promise.race([closed, wait(LINGER)])
}
