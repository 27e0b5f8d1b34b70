import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { runWeb } from './application'

const REFUS = JSON.stringify({
  detail: 'La base de données ne répond pas.',
  code: 'indisponible',
})
/** No call. */
export const AUCUN = /$^/

/** What befalls the calls of an address. */
export type Sort =
  /** Refused with the service's sentence, or without one. */
  | 'refuse'
  | 'refuse sans phrase'
  /** Done, and answered with nonsense, or not at all. */
  | 'charabia'
  | 'réponse perdue'

const json = { 'content-type': 'application/json' }

/** What a request has in its body. */
async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** A web app of its own in front of the service, where chosen calls go wrong; `calls` are those with JSON. */
export async function startWebEnPanne(serviceUrl: string) {
  let struck: { calls: RegExp; sort: Sort } = { calls: AUCUN, sort: 'refuse' }
  const calls: { address: string; body: unknown }[] = []

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const address = request.url ?? '/'
    const sort = struck.calls.test(address) ? struck.sort : null
    const body = await read(request)
    const type = request.headers['content-type']
    if (type === json['content-type'])
      calls.push({ address, body: JSON.parse(body.toString()) as unknown })
    if (sort === 'refuse') return response.writeHead(503, json).end(REFUS)
    if (sort === 'refuse sans phrase') return response.writeHead(502).end('<h1>Bad Gateway</h1>')
    const done = await fetch(serviceUrl + address, {
      method: request.method ?? 'GET',
      ...(type && { body: new Uint8Array(body), headers: { 'content-type': type } }),
    })
    const text = await done.text()
    if (sort === 'réponse perdue') return response.destroy()
    if (sort === 'charabia') return response.writeHead(200, json).end('{}')
    return response.writeHead(done.status, json).end(text)
  }
  const proxy = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  const web = await runWeb(`http://127.0.0.1:${address.port}`)
  return {
    url: web.url,
    output: web.output,
    calls,
    /** Lets these calls go wrong, and all others through. */
    strike: (calls: RegExp, sort: Sort = 'refuse') => (struck = { calls, sort }),
    stop: async () => {
      await web.stop()
      proxy.closeAllConnections()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}
