import type { FastifyRequest } from 'fastify'

/**
 * Who the web app's proxy says is asking, or null. Only a holder of the service's token can set this header, and the
 * web app takes it off what browsers send.
 */
export function readIdentite(request: FastifyRequest): string | null {
  const given = request.headers['x-identite']
  if (typeof given !== 'string') return null
  try {
    return decodeURIComponent(given).replaceAll('\0', '').trim().slice(0, 200) || null
  } catch {
    return given.slice(0, 200)
  }
}

/**
 * Whom to count a request for: the person, or if nobody says who that is, the address that the web app saw. The
 * service's own callers can claim any address, and gain nothing by it but places.
 */
export const readPersonne = (request: FastifyRequest): string =>
  readIdentite(request) ?? request.headers['x-adresse']?.toString() ?? request.ip
