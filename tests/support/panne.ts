import { createServer } from 'node:http'
import { runWeb } from './application'

const REFUS = JSON.stringify({ detail: 'La base de données ne répond pas.' })
/** No call. */
export const AUCUN = /$^/

/** A web app of its own in front of the service, where calls can be refused, or answered with nonsense. */
export async function startWebEnPanne(serviceUrl: string) {
  let refused = AUCUN
  let garbled = AUCUN
  const proxy = createServer((request, response) => {
    const address = request.url ?? '/'
    const json = { 'content-type': 'application/json' }
    if (refused.test(address)) {
      response.writeHead(503, json).end(REFUS)
      return
    }
    if (garbled.test(address)) {
      response.writeHead(200, json).end('{}')
      return
    }
    void fetch(`${serviceUrl}${address}`).then(async (answer) =>
      response.writeHead(answer.status, json).end(await answer.text()),
    )
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  const web = await runWeb(`http://127.0.0.1:${address.port}`)
  return {
    url: web.url,
    output: web.output,
    refuse: (calls: RegExp) => (refused = calls),
    garble: (calls: RegExp) => (garbled = calls),
    stop: async () => {
      await web.stop()
      proxy.closeAllConnections()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}
