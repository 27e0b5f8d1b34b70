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
import { answerProbe } from './probes'
import { limitRate } from './rate'
import { answerRefusal, firstRefusal } from './refusal'
import { setDefaultHeaders } from './remix-serve'
import type { WebSettings } from './settings'

const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto']

/** Remix sees what the gate found out about the client, never what the request claims. */
function rewriteHeaders(request: IncomingMessage, client: Client, id: string): void {
  const { headers } = request
  for (const name of FORWARDED) Reflect.deleteProperty(headers, name)
  if (client.host !== undefined) headers.host = client.host
  // The gate knows where a request comes from; Remix would compare once more, by the letter, and answer 500.
  delete headers.origin
  delete headers['x-identite']
  if (client.identity !== undefined) headers['x-identite'] = encodeURIComponent(client.identity)
  headers['x-adresse'] = networkOf(client.address)
  headers['x-request-id'] = id
}

/** Drops `_data`, Remix’s old way to ask for data instead of a page: it would refuse it in English. */
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

/** What comes between the network and `next`: refusals, headers, request ids, probes and the log. */
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
    // Load balancers may ask without a name; no browser does.
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
      else if (received) answerRefusal(received, request, response, 0)
    })
  }
  return (request, response) => {
    const turn = takeTurn(request.socket, response)
    if (turn) void turn.then(() => receive(request, response))
    else receive(request, response)
  }
}
