import { randomUUID } from 'node:crypto'
import { data } from '@remix-run/node'
import type { z } from 'zod'
import type { CsvEndpoint, Endpoint } from '#contract/endpoint'
import { health } from '#contract/health'
import { ProblemAnswer } from '#contract/problem'
import { createPatience } from './patience.server'
import { asRefusal, Refusal } from './refusal.server'

/** Timeout of a probe. */
const PROBE_MS = 5_000
const DATABASE_AWAY = 'La base de données ne répond pas. Réessayez dans quelques instants.'

const serviceUrl = () => process.env['SERVICE_URL'] || 'http://127.0.0.1:3001'

/** Input of a file call. */
export interface FileInputOf<E extends Pick<CsvEndpoint, 'params' | 'query' | 'body'>> {
  params?: z.input<E['params']>
  query?: z.input<E['query']>
  body?: z.input<E['body']>
}

type InputOf<E extends Endpoint> = FileInputOf<E>

/** Id under which both processes log this request. */
const requestId = (request: Request) => request.headers.get('x-request-id') ?? randomUUID()

function headersFor(request: Request): Headers {
  const headers = new Headers({ 'x-request-id': requestId(request) })
  for (const name of ['x-identite', 'x-adresse']) {
    const value = request.headers.get(name)
    if (value) headers.set(name, value)
  }
  const token = process.env['SERVICE_TOKEN']
  if (token) headers.set('authorization', `Bearer ${token}`)
  return headers
}

/** What a call carries: its request's headers, and its input as JSON. */
function carriedBy({ body }: { body?: unknown }, request: Request) {
  const headers = headersFor(request)
  if (body === undefined) return { headers, body: null }
  headers.set('content-type', 'application/json')
  return { headers, body: JSON.stringify(body) }
}

function urlOf(
  endpoint: Pick<Endpoint, 'path'>,
  { params, query }: { params?: unknown; query?: unknown },
): URL {
  const named = (params ?? {}) as Record<string, unknown>
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(named[name])),
  )
  const url = new URL(path, serviceUrl())
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined && value !== '') url.searchParams.set(name, String(value))
  return url
}

const patience = createPatience(async () => {
  const signal = AbortSignal.timeout(PROBE_MS)
  const answer = await fetch(urlOf(health, {}), { redirect: 'error', signal }).catch(() => null)
  await answer?.body?.cancel()
  if (answer === null) return {}
  return answer.status < 500 ? null : { detail: DATABASE_AWAY }
})

/** Without a reply, throws a Refusal; one by which the page gave up is rethrown. */
const unanswered = (cause: unknown): never => {
  throw cause instanceof Refusal ? cause : new Refusal(503, { cause })
}

/** Sends a request to the service; throws a Refusal if it does not reply, or refuses. */
async function send(url: URL, init: RequestInit, accepted: number[] = []): Promise<Response> {
  const response = await fetch(url, { redirect: 'error', ...init }).catch(unanswered)
  if (response.ok || accepted.includes(response.status)) return response
  const body: unknown = await response.json().catch(() => undefined)
  throw new Refusal(response.status, ProblemAnswer.safeParse(body).data)
}

interface Options {
  /** By default, as long as the page may wait. */
  waitMs?: number
  /** Additional statuses that carry the endpoint's answer. */
  accepted?: number[]
}

/**
 * Calls the service on behalf of a page's request and parses its response. Waits for slow responses, but fails within 7
 * s if the service or its database is down. Throws a Refusal.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  request: Request,
  { waitMs, accepted = [] }: Options = {},
): Promise<z.output<E['answer']>> {
  const { headers, body } = carriedBy(input, request)
  return patience.during(request, async (end) => {
    const ends = [request.signal, end, ...(waitMs ? [AbortSignal.timeout(waitMs)] : [])]
    const init = { method: endpoint.method, headers, body, signal: AbortSignal.any(ends) }
    return answerOf(endpoint, await send(urlOf(endpoint, input), init, accepted))
  })
}

/** A truncated response counts as none. */
async function answerOf<E extends Endpoint>(
  endpoint: E,
  response: Response,
): Promise<z.output<E['answer']>> {
  const text = await response.text().catch(unanswered)
  return endpoint.answer.parse(JSON.parse(text)) as z.output<E['answer']>
}

/** Streams a request's body through untouched: files are never buffered here. */
export async function forward<E extends Endpoint>(
  endpoint: E,
  request: Request,
): Promise<z.output<E['answer']>> {
  const headers = headersFor(request)
  for (const name of ['content-type', 'content-length']) {
    const value = request.headers.get(name)
    if (value) headers.set(name, value)
  }
  const init = {
    method: 'POST',
    headers,
    body: request.body,
    duplex: 'half',
    window: null,
    signal: request.signal,
  } as RequestInit
  return answerOf(endpoint, await send(urlOf(endpoint, {}), init))
}

/** Opens a file of the service for download; the caller streams its body. */
export async function download<E extends CsvEndpoint>(
  endpoint: E,
  input: FileInputOf<E>,
  request: Request,
): Promise<Response> {
  const { headers, body } = carriedBy(input, request)
  return patience.during(request, (end) =>
    send(urlOf(endpoint, input), {
      method: body === null ? 'GET' : 'POST',
      headers,
      body,
      signal: AbortSignal.any([request.signal, end]),
    }),
  )
}

/** What an error boundary shows. */
export interface Failure {
  message: string
  detail: string
}

/** For `.catch()` in a loader: shows a Refusal as the screen's error, with the service's sentence below. */
export const failing = (message: string) => (error: unknown) => {
  const refusal = asRefusal(error)
  throw data({ message, detail: refusal.message } satisfies Failure, { status: refusal.status })
}

/** For `.catch()` on secondary data: logs a Refusal and returns null; the screen shows the rest. */
export const quietly = (what: string) => (error: unknown) => {
  console.warn(`${what} : ${asRefusal(error).message}`)
  return null
}
