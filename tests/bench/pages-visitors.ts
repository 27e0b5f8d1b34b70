import { Agent, get } from 'node:http'

/** A page as a browser gets it: its whole body, still compressed. */
export interface Received {
  ms: number
  status: number
  body: Buffer
}

/** Sends requests over connections that stay open, as browsers do; `close` ends them. */
export function createVisitor(connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const headers = { 'accept-encoding': 'gzip', accept: 'text/html' }

  const visit = (url: string): Promise<Received> =>
    new Promise((resolve, reject) => {
      const begun = performance.now()
      get(url, { agent, headers }, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            ms: performance.now() - begun,
            status: response.statusCode ?? 0,
            body: Buffer.concat(parts),
          }),
        )
      }).on('error', reject)
    })

  return { visit, close: () => agent.destroy() }
}

/** What `visitors` people see who each open one screen after the other for `seconds`. */
export async function crowd(
  urls: readonly string[],
  { visitors, seconds }: { visitors: number; seconds: number },
): Promise<{ times: number[]; errors: number; seconds: number }> {
  const { visit, close } = createVisitor(visitors)
  const times: number[] = []
  let errors = 0
  const begun = performance.now()
  const end = begun + seconds * 1000
  const person = async (first: number) => {
    for (let at = first; performance.now() < end; at += 1) {
      const { ms, status } = await visit(urls[at % urls.length] ?? '')
      times.push(ms)
      if (status !== 200) errors += 1
    }
  }
  await Promise.all(Array.from({ length: visitors }, (_, at) => person(at)))
  close()
  return { times, errors, seconds: (performance.now() - begun) / 1000 }
}
