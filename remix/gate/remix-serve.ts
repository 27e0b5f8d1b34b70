import http, { type RequestListener, type Server, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { Writable } from 'node:stream'
import { format } from 'node:util'
import type { Logger } from 'pino'

// remix-serve is a program without options. This file holds all that we change about it, before it starts.

/**
 * Changes remix-serve, which must not have started yet:
 * - it listens where our settings say, not on every address;
 * - its server is the one that `createServer` makes around its listener;
 * - it no longer closes that server on a signal: idle connections would be cut at once (`stop.ts` closes it);
 * - its line for each request is left out: ours says more, and without what people typed into the address;
 * - it sends no more of an answer than its reader takes: it would keep whole files for who reads slowly;
 * - what it and React print becomes lines of `log`.
 *
 * `setDefaultHeaders` changes the answers.
 */
export function changeRemixServe(
  { HOST, PORT }: { HOST: string; PORT: number },
  log: Logger,
  createServer: (listener: RequestListener) => Server,
): void {
  process.env['HOST'] = HOST
  process.env['PORT'] = String(PORT)
  http.createServer = ((listener: RequestListener) => {
    const server = createServer(listener)
    server.close = () => server
    return server
  }) as typeof http.createServer
  silenceMorgan()
  sendAtReadersPace()
  printTo(log)
}

/**
 * Adds headers to an answer when it is sent; those that Remix or the static files set win. Set earlier, they would
 * pass for the application's own: Remix adds to a header that is there, and static files keep it.
 */
export function setDefaultHeaders(
  response: ServerResponse,
  defaults: Readonly<Record<string, string>>,
): void {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse
  response.writeHead = (...args: unknown[]) => {
    const given = args.find((arg) => typeof arg === 'object') as object | undefined
    const names = new Set(Object.keys(given ?? {}).map((name) => name.toLowerCase()))
    for (const [name, value] of Object.entries(defaults))
      if (!names.has(name) && !response.hasHeader(name)) response.setHeader(name, value)
    return writeHead(...args)
  }
}

/** Writes a stream as its reader takes it; what breaks off breaks the answer too, who leaves ends the stream. */
export async function sendStream(
  stream: ReadableStream<Uint8Array>,
  response: Writable & { flush?: () => void },
): Promise<void> {
  const reader = stream.getReader()
  let proceed = () => {}
  response.on('drain', () => proceed())
  response.on('close', () => {
    proceed()
    reader.cancel().catch(() => undefined)
  })
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done || response.destroyed) break
      const drained = new Promise<void>((resolve) => (proceed = resolve))
      const takesMore = response.write(value)
      response.flush?.()
      if (!takesMore) await drained
    }
    response.end()
  } catch (error) {
    response.destroy(error as Error)
    throw error
  }
}

/** As remix-serve itself finds a package. */
function requireAsRemixServe(name: string): unknown {
  const { resolve } = createRequire(import.meta.url)
  return createRequire(resolve('@remix-run/serve/package.json'))(name)
}

function sendAtReadersPace(): void {
  const remix = requireAsRemixServe('@remix-run/node') as {
    writeReadableStreamToWritable: typeof sendStream
  }
  remix.writeReadableStreamToWritable = sendStream
}

interface Morgan {
  format: (name: string, format: () => undefined) => void
}

/** remix-serve's own morgan prints the format `tiny`; one that returns nothing prints nothing. */
function silenceMorgan(): void {
  const morgan = requireAsRemixServe('morgan') as Morgan
  morgan.format('tiny', () => undefined)
}

function printTo(log: Logger): void {
  const print =
    (level: 'info' | 'warn' | 'error') =>
    (...args: unknown[]) => {
      const err = args.find((arg) => arg instanceof Error)
      const words = args.filter((arg) => arg !== err && arg !== undefined)
      if (err !== undefined) log[level]({ err }, format(...words))
      else if (words.length > 0) log[level](format(...words))
    }
  console.log = console.info = print('info')
  console.warn = print('warn')
  console.error = print('error')
}
