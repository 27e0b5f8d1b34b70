import { randomBytes } from 'node:crypto'
import { Transform } from 'node:stream'
import { createReadableStreamFromReadable, type EntryContext } from '@remix-run/node'
import { RemixServer } from '@remix-run/react'
import { renderToPipeableStream } from 'react-dom/server'
import { withoutDrawings } from './charts/once.server'
import { Refusal } from './service/refusal.server'
import { NonceContext } from './ui/nonce'

/**
 * Strips NUL bytes from pages. When a multi-byte character does not fit in its buffer, React 18 writes the whole
 * buffer, unused bytes included (`writeStringChunk` of react-dom/server), and browsers show them as U+FFFD. HTML cannot
 * contain NUL, and no other UTF-8 character contains this byte.
 */
const withoutNul = (): Transform =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(null, chunk.includes(0) ? chunk.filter((byte) => byte !== 0) : chunk)
    },
  })

const RENDER_TIMEOUT_MS = 15_000

const policy = (nonce: string) =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Renders whole pages only: without JavaScript nothing may arrive late, and the status is always right. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const nonce = randomBytes(16).toString('base64')
  if (context.serverHandoffStream)
    context.serverHandoffStream = withoutDrawings(context.serverHandoffStream)
  return new Promise((resolve, reject) => {
    let failed: unknown
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext.Provider value={nonce}>
        <RemixServer context={context} url={request.url} nonce={nonce} />
      </NonceContext.Provider>,
      {
        nonce,
        onAllReady() {
          clearTimeout(timer)
          headers.set('Content-Type', 'text/html; charset=utf-8')
          headers.set('Content-Security-Policy', policy(nonce))
          headers.set('Cache-Control', 'no-store')
          const body = withoutNul()
          pipe(body)
          resolve(
            new Response(createReadableStreamFromReadable(body), {
              status: failed === undefined ? status : 500,
              headers,
            }),
          )
        },
        onShellError: reject,
        onError(error) {
          failed = error
          console.error(error)
        },
      },
    )
    const timer = setTimeout(abort, RENDER_TIMEOUT_MS)
  })
}

/** The service's refusals are shown to the user; only unexpected errors are logged. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted || error instanceof Refusal) return
  console.error(`incident ${request.headers.get('x-request-id') ?? ''}`, error)
}
