import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { ProblemAnswer } from '#contract/endpoint.ts'
import { PROTECTIONS } from '#contract/headers.ts'
import { hostNameOf, isOwnOrigin } from '#contract/hosts.ts'
import { isLoopback } from '#contract/settings.ts'
import type { Config } from '../config'

type Names = Pick<Config, 'SERVICE_HOST' | 'ADMIN_HOST' | 'SERVICE_URL' | 'ALLOWED_HOSTS'>
type Called = Pick<IncomingMessage, 'headers' | 'socket'>

/** A refusal, before anything of the request was looked at but its headers. */
interface Refusal {
  status: 403 | 421
  answer: ProblemAnswer
}

/** Refuses a request that a web page sends, or that comes under a name which is not ours; undefined lets it in. */
export type Gate = (request: Called) => Refusal | undefined

/** Sent by browsers for what people type or for our own pages; tools send none. */
const OWN_SITES = ['none', 'same-origin']

const plain = (address = '') => address.replace(/^::ffff:(?=\d+\.)/i, '')

function isForeign({ origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  if (site !== undefined && !OWN_SITES.includes(String(site))) return true
  return origin !== undefined && !isOwnOrigin(origin, host)
}

/**
 * The service is for programs, and asks those of its machine for no token by default: so no web page may speak to it,
 * neither one of another origin nor one whose host name was pointed at this machine (DNS rebinding).
 */
export function openGate(config: Names): Gate {
  const { SERVICE_HOST, ADMIN_HOST, SERVICE_URL, ALLOWED_HOSTS } = config
  const names = new Set([SERVICE_HOST, ADMIN_HOST, ...ALLOWED_HOSTS].map(hostNameOf))
  if (SERVICE_URL !== undefined) names.add(new URL(SERVICE_URL).hostname)
  for (const everywhere of ['0.0.0.0', '[::]', undefined]) names.delete(everywhere)
  return ({ headers, socket }) => {
    const name = headers.host === undefined ? undefined : hostNameOf(headers.host)
    const isReached =
      name !== undefined && name.replace(/^\[|\]$/g, '') === plain(socket.localAddress)
    if (name === undefined || !(isLoopback(name) || isReached || names.has(name)))
      return {
        status: 421,
        answer: {
          detail: `Le service ne répond pas sous ce nom${name ? ` (${name})` : ''}. L’exploitant peut l’ajouter au réglage ALLOWED_HOSTS.`,
        },
      }
    return isForeign(headers)
      ? {
          status: 403,
          answer: {
            detail:
              'Le service ne répond à aucune page web. Ouvrez l’application, ou appelez-le par un programme.',
          },
        }
      : undefined
  }
}

/** Puts the gate before every route of the service, unknown ones too, and protects every answer. */
export function guardRoutes(app: FastifyInstance, gate: Gate): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(PROTECTIONS)
    const refusal = gate(request.raw)
    if (!refusal) return
    delete request.headers['x-identite']
    return reply.code(refusal.status).send(refusal.answer)
  })
}
