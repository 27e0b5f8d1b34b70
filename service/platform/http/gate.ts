import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { PROBES } from '#contract/health'
import type { ProblemAnswer } from '#contract/problem'
import { PROTECTIONS } from '#edge/headers'
import { forwardedScheme, hostNameOf, isOwnOrigin } from '#edge/hosts'
import { isLoopback } from '#edge/hosts'
import { takeTurn } from '#edge/turns'
import type { Config } from '../../config'

type Names = Pick<Config, 'SERVICE_HOST' | 'ADMIN_HOST' | 'SERVICE_URL' | 'ALLOWED_HOSTS'>
type Called = Pick<IncomingMessage, 'headers' | 'socket' | 'url'>

/** A refusal based on the headers alone. */
interface Refusal {
  status: 403 | 421
  answer: ProblemAnswer
}

/** Refuses requests sent by web pages, or under a host name that is not ours; undefined lets them in. */
export type Gate = (request: Called) => Refusal | undefined

/** Sec-Fetch-Site of typed addresses and our own pages; tools send none. */
const OWN_SITES = ['none', 'same-origin']

const FROM_PAGE: Refusal = {
  status: 403,
  answer: {
    detail:
      'Le service ne répond à aucune page web. Ouvrez l’application, ou appelez-le par un programme.',
    code: 'refuse',
  },
}

const misnamed = (name: string | undefined): Refusal => ({
  status: 421,
  answer: {
    detail: `Le service ne répond pas sous ce nom${name ? ` (${name})` : ''}. L’exploitant peut l’ajouter au réglage ALLOWED_HOSTS.`,
    code: 'nom_refuse',
  },
})

function isForeign({ origin, host, ...others }: IncomingHttpHeaders): boolean {
  const site = others['sec-fetch-site']
  if (site !== undefined && !OWN_SITES.includes(site)) return true
  const scheme = forwardedScheme(others['x-forwarded-proto']?.toString()) ?? 'http'
  return origin !== undefined && !isOwnOrigin(origin, host, scheme)
}

/** Whether a name is the local address of the connection. */
const isReached = (name: string, { localAddress = '' }: Called['socket']): boolean =>
  name.replace(/^\[|\]$/g, '') === localAddress.replace(/^::ffff:(?=\d+\.)/i, '')

/**
 * The service is for programs, and by default asks local ones for no token: so no web page may call it, be it
 * cross-origin or under a host name pointed at this machine (DNS rebinding).
 */
export function openGate(config: Names): Gate {
  const { SERVICE_HOST, ADMIN_HOST, SERVICE_URL, ALLOWED_HOSTS } = config
  const names = new Set([SERVICE_HOST, ADMIN_HOST, ...ALLOWED_HOSTS].map(hostNameOf))
  if (SERVICE_URL !== undefined) names.add(new URL(SERVICE_URL).hostname)
  for (const everywhere of ['0.0.0.0', '[::]', undefined]) names.delete(everywhere)
  return ({ headers, socket, url = '' }) => {
    const { host } = headers
    const name = host === undefined ? undefined : hostNameOf(host)
    const isOwn =
      name !== undefined && (isLoopback(name) || names.has(name) || isReached(name, socket))
    // Load balancers may omit Host; browsers never do.
    const isProbe = host === undefined && PROBES.includes(url)
    if (!isOwn && !isProbe) return misnamed(name)
    return isForeign(headers) ? FROM_PAGE : undefined
  }
}

/** Puts the gate before every route, unknown ones included, and adds the security headers to every response. */
export function guardRoutes(app: FastifyInstance, gate: Gate): void {
  app.addHook('onRequest', async (request, reply) => {
    await takeTurn(request.raw.socket, reply.raw)
    reply.headers(PROTECTIONS)
    const refusal = gate(request.raw)
    if (!refusal) return
    delete request.headers['x-identite']
    return reply.code(refusal.status).send(refusal.answer)
  })
}
