import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Replies to `/live` (this process runs) and `/ready` (the service and its database do too); returns whether it did.
 */
export function answerProbe(
  serviceUrl: string,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (request.url !== '/live' && request.url !== '/ready') return false
  request.resume()
  const answer = (ready: boolean) => {
    response.writeHead(ready ? 200 : 503, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ status: ready ? 'ready' : 'not ready' }))
  }
  if (request.url === '/live') answer(true)
  else
    void fetch(new URL('/ready', serviceUrl), { signal: AbortSignal.timeout(4_000) }).then(
      async (ready) => {
        await ready.body?.cancel()
        answer(ready.ok)
      },
      () => answer(false),
    )
  return true
}
