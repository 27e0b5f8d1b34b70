import type { Server } from 'node:http'

const GRACE = 25_000

/**
 * On SIGTERM or SIGINT, or when the parent is gone: no new connection, every running request finishes
 * (those still there after 25 s are cut), then `exit`.
 */
export function stopGracefully(server: Server, exit: () => void): void {
  let stopping = false
  const close = server.close.bind(server)
  // remix-serve closes the server on the same signals; once is enough.
  server.close = () => server
  server.on('request', (_request, response) => {
    if (stopping) response.setHeader('connection', 'close')
  })
  const stop = () => {
    if (stopping) return
    stopping = true
    close(exit)
    const idle = setInterval(() => server.closeIdleConnections(), 100)
    setTimeout(() => server.closeAllConnections(), GRACE).unref()
    idle.unref()
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.once('disconnect', stop)
}
