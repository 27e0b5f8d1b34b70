import http, { type RequestListener, type Server, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { Writable } from 'node:stream'
import { format } from 'node:util'
import type { Logger } from 'pino'

// remix-serve takes no options. This file holds every change we make to it, before it starts.

/**
 * Patches remix-serve before it starts:
 * - it listens where our settings say, not on every address;
 * - its server is the one `createServer` builds around its listener;
 * - it no longer closes that server on signals, which would cut idle connections at once (`stop.ts` closes it);
 * - its request log is silenced: ours says more, without user input from URLs;
 * - it streams responses with backpressure, instead of buffering whole files for slow readers;
 * - what it and React print becomes lines of `log`.
 *
 * `setDefaultHeaders` changes the responses.
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
 * Adds default headers when a response is sent; those of Remix or the static files win. Set earlier, they would pass
 * for the application's own: Remix appends to existing headers, and static files keep them.
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

/** Pipes a stream with backpressure; a stream error destroys the response, a client leaving cancels the stream. */
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

/** Resolves a package as remix-serve does. */
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

/** remix-serve's morgan uses the format `tiny`; a format returning nothing prints nothing. */
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
