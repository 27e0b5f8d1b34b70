import { randomUUID } from 'node:crypto'
import { data } from '@remix-run/node'
import type { z } from 'zod'
import { type Endpoint, ProblemAnswer } from '#contract/endpoint.ts'

const WAIT_MS = 9_000
const UNAVAILABLE = 'Le service d’analyse ne répond pas. Réessayez dans quelques instants.'

const serviceUrl = () => process.env['SERVICE_URL'] || 'http://127.0.0.1:3001'

/** What the service refused to do: its status and its French sentence. `answer` is all it said. */
export class Refusal extends Error {
  readonly status: number
  readonly answer: unknown

  constructor(status: number, detail: string, about: { answer?: unknown; cause?: unknown } = {}) {
    super(detail, { cause: about.cause })
    this.name = 'Refusal'
    this.status = status
    this.answer = about.answer
  }
}

export const isRefusal = (value: unknown): value is Refusal => value instanceof Refusal

interface Input<Params, Query, Body> {
  params?: Params
  query?: Query
  body?: Body
}

type InputOf<E extends Endpoint> = Input<
  z.input<E['params']>,
  z.input<E['query']>,
  z.input<E['body']>
>

/** The id under which both processes log this request. */
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

function urlOf(endpoint: Pick<Endpoint, 'path'>, input: Input<unknown, unknown, unknown>): URL {
  const params = (input.params ?? {}) as Record<string, unknown>
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const url = new URL(path, serviceUrl())
  for (const [name, value] of Object.entries(input.query ?? {}))
    if (value !== undefined && value !== '') url.searchParams.set(name, String(value))
  return url
}

const deadlines = new WeakMap<Request, AbortSignal>()

/** The end of a page's patience, whatever the number of calls that it makes one after the other. */
function deadlineOf(request: Request): AbortSignal {
  const deadline = deadlines.get(request) ?? AbortSignal.timeout(WAIT_MS)
  deadlines.set(request, deadline)
  return deadline
}

/** Sends a request to the service; throws a Refusal when it does not answer or does not agree. */
async function send(url: URL, init: RequestInit, accepted: number[] = []): Promise<Response> {
  const response = await fetch(url, { redirect: 'error', ...init }).catch((cause: unknown) => {
    throw new Refusal(503, UNAVAILABLE, { cause })
  })
  if (response.ok || accepted.includes(response.status)) return response
  const answer: unknown = await response.json().catch(() => undefined)
  const problem = ProblemAnswer.safeParse(answer)
  throw new Refusal(response.status, problem.success ? problem.data.detail : UNAVAILABLE, {
    answer,
  })
}

interface Options {
  waitMs?: number
  /** Further statuses whose answer is the endpoint's. */
  accepted?: number[]
}

/**
 * Calls the service on behalf of a page's request and parses its answer. All calls of a request wait 9 s
 * at most, unless told otherwise; throws a Refusal.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  request: Request,
  { waitMs, accepted = [] }: Options = {},
): Promise<z.output<E['answer']>> {
  const headers = headersFor(request)
  const body = input.body === undefined ? null : JSON.stringify(input.body)
  if (body !== null) headers.set('content-type', 'application/json')
  const signal = AbortSignal.any([
    request.signal,
    waitMs === undefined ? deadlineOf(request) : AbortSignal.timeout(waitMs),
  ])
  const init = { method: endpoint.method, headers, body, signal }
  const response = await send(urlOf(endpoint, input), init, accepted)
  return endpoint.answer.parse(await response.json()) as z.output<E['answer']>
}

/** Passes a request's body through untouched, byte by byte as it comes: no file is ever held here. */
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
  const response = await send(urlOf(endpoint, {}), init)
  return endpoint.answer.parse(await response.json()) as z.output<E['answer']>
}

/** Opens a file of the service for download; the caller passes its body on. */
export async function download(path: string, request: Request): Promise<Response> {
  const signal = request.signal
  return send(new URL(path, serviceUrl()), { headers: headersFor(request), signal })
}

/** What an error boundary shows. */
export interface Failure {
  message: string
  detail: string
}

/** For `.catch()` in a loader: turns a Refusal into the screen's own error, with the service's sentence below. */
export const failing = (message: string) => (error: unknown) => {
  if (!isRefusal(error)) throw error
  throw data({ message, detail: error.message } satisfies Failure, { status: error.status })
}

/** For `.catch()` on secondary data: its failure is only logged, and the screen shows the rest. */
export const quietly = (what: string) => (error: unknown) => {
  if (!isRefusal(error)) throw error
  console.warn(`${what} : ${error.message}`)
  return null
}
