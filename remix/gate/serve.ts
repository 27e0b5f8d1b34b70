import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { PROTECTIONS } from '#edge/headers'
import { readAbsoluteAddress } from '#edge/hosts'
import { takeTurn } from '#edge/turns'
import {
  checkAddress,
  checkForm,
  checkHost,
  checkIdentity,
  checkMethod,
  checkOrigin,
  isUpload,
} from './checks'
import { type Client, networkOf, readClient, readProxies } from './client'
import { receiveForms } from './forms'
import { pathOf } from './log'
import { limitRate } from './rate'
import { answerRefusal, firstRefusal } from './refusal'
import { setDefaultHeaders } from './remix-serve'
import type { WebSettings } from './settings'

/**
 * Replies to `/live` (this process runs) and `/ready` (the service and its database do too); returns whether it did.
 */
function answerProbe(
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

const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto']

/** Replaces what the request claims about the client by what the gate established. */
function rewriteHeaders(request: IncomingMessage, client: Client, id: string): void {
  const { headers } = request
  for (const name of FORWARDED) Reflect.deleteProperty(headers, name)
  if (client.host !== undefined) headers.host = client.host
  // The gate has checked the origin; Remix would compare it again, literally, and answer 500.
  delete headers.origin
  delete headers['x-identite']
  if (client.identity !== undefined) headers['x-identite'] = encodeURIComponent(client.identity)
  headers['x-adresse'] = networkOf(client.address)
  headers['x-request-id'] = id
}

/** Drops `_data`, Remix's legacy data request, which it would refuse in English. */
function withoutData(address: string): string {
  const path = pathOf(address)
  const query = new URLSearchParams(address.slice(path.length))
  if (!query.has('_data')) return address
  query.delete('_data')
  return query.size > 0 ? `${path}?${query}` : path
}

function logAnswer(
  log: Logger,
  request: IncomingMessage,
  response: ServerResponse,
  about: { requete: string; adresse: string; identite: string | undefined },
): void {
  const start = performance.now()
  response.once('close', () => {
    const line = {
      ...about,
      methode: request.method,
      chemin: pathOf(request.url),
      statut: response.statusCode,
      duree_ms: Math.round(performance.now() - start),
      ...(!response.writableFinished && { interrompue: true }),
    }
    if (response.statusCode >= 500) log.error(line, 'réponse')
    else log.info(line, 'réponse')
  })
}

/** Wraps `next` with refusals, headers, request ids, probes and logging. */
export function guard(settings: WebSettings, log: Logger, next: RequestListener): RequestListener {
  const proxies = {
    trust: readProxies(settings.TRUSTED_PROXIES),
    identityHeader: settings.AUTH_MODE && settings.AUTH_HEADER,
  }
  const checkName = checkHost([settings.HOST, ...settings.ALLOWED_HOSTS])
  const refuse = firstRefusal([
    limitRate(settings.RATE_LIMIT, () => performance.now()),
    checkName,
    ...(settings.AUTH_MODE ? [checkIdentity] : []),
    checkMethod,
    checkOrigin,
    checkForm,
    checkAddress,
  ])
  const receiveForm = receiveForms()
  const receive: RequestListener = (request, response) => {
    const id = randomUUID()
    setDefaultHeaders(response, { ...PROTECTIONS, 'x-request-id': id })
    readAbsoluteAddress(request)
    const client = readClient(proxies, request)
    // Load balancers may omit Host; browsers never do.
    const isNamed = client.host === undefined || checkName(request, client) === undefined
    if (isNamed && answerProbe(settings.SERVICE_URL, request, response)) return
    logAnswer(log, request, response, {
      requete: id,
      adresse: client.address,
      identite: client.identity,
    })
    const refusal = refuse(request, client)
    if (refusal) {
      answerRefusal(refusal, request, response)
      return
    }
    rewriteHeaders(request, client, id)
    request.url = withoutData(request.url ?? '/')
    if (request.method !== 'POST' || isUpload(request)) {
      next(request, response)
      return
    }
    void receiveForm(request).then((received) => {
      if (received === 'whole') next(request, response)
      else if (received) answerRefusal(received, request, response)
    })
  }
  return (request, response) => {
    const turn = takeTurn(request.socket, response)
    if (turn) void turn.then(() => receive(request, response))
    else receive(request, response)
  }
}
