import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** What a load balancer or an orchestrator may ask without the token. */
const OPEN = ['/health', '/live', '/ready']

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Takes only requests that carry the token (`authorization: Bearer …`), where one is set. Whom the others claim to
 * speak for is believed nowhere, the log included.
 */
export function requireToken(app: FastifyInstance, token: string | undefined): void {
  if (token === undefined) return
  const expected = digest(`Bearer ${token}`)
  app.addHook('onRequest', async (request, reply) => {
    if (OPEN.includes(request.routeOptions.url ?? '')) return
    if (timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) return
    delete request.headers['x-identite']
    return reply.code(401).header('www-authenticate', 'Bearer').send({
      detail: 'Ce service ne répond qu’à l’application web : le jeton manque ou est faux.',
    })
  })
}
