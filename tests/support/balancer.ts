import http from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Balancer {
  url: string
  /** How many requests each target answered. */
  counts: () => number[]
  close: () => Promise<void>
}

/** Sends requests to the targets in turn; one that does not listen is passed over. */
export async function balance(targets: string[]): Promise<Balancer> {
  const counts = targets.map(() => 0)
  let turn = 0
  const forward = (
    request: http.IncomingMessage,
    response: http.ServerResponse,
    at: number,
    tries: number,
  ): void => {
    const { method = 'GET', headers, url = '/' } = request
    const sent = http.request(new URL(url, targets[at]), {
      method,
      headers: { ...headers, connection: 'close' },
    })
    sent.once('response', (answer) => {
      counts[at] = (counts[at] ?? 0) + 1
      // How long a connection is kept is between two neighbours, never passed on.
      const passedOn = { ...answer.headers }
      delete passedOn.connection
      delete passedOn['keep-alive']
      response.writeHead(answer.statusCode ?? 502, passedOn)
      answer.pipe(response)
    })
    sent.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' && tries > 1) {
        forward(request, response, (at + 1) % targets.length, tries - 1)
        return
      }
      if (!response.headersSent) response.writeHead(502)
      response.end()
    })
    response.once('close', () => sent.destroy())
    request.pipe(sent)
  }
  const server = http.createServer((request, response) => {
    forward(request, response, turn++ % targets.length, targets.length)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts: () => [...counts],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
