import type { FastifyRequest } from 'fastify'

/**
 * Who the web app's proxy says is asking, or null. The web app alone can set this header: it takes it off
 * what browsers send.
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
