import http from 'node:http'

// Loaded before remix-serve (`node --import`), which has no place of its own for what stands before Remix.

const createServer = http.createServer.bind(http)

/** Every HTTP server of this process tells its parent when it listens, and ends with it. */
http.createServer = ((...args: Parameters<typeof http.createServer>) => {
  const server = createServer(...args)
  server.once('listening', () => process.send?.('ready'))
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.once('SIGTERM', () => server.closeIdleConnections())
  return server
}) as typeof http.createServer
