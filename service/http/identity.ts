import type { FastifyRequest } from 'fastify'

/** The person whom the authenticating proxy named, as the web server hands it on; undefined without one. */
export function identityOf(request: FastifyRequest): string | undefined {
  const value = request.headers['x-identite']
  if (typeof value !== 'string' || value === '') return undefined
  try {
    return decodeURIComponent(value).slice(0, 200)
  } catch {
    return undefined
  }
}
