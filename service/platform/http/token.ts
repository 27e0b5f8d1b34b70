import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { PROBES } from '#contract/health'
import type { ProblemAnswer } from '#contract/problem'

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Requires the token (`authorization: Bearer …`), if one is set. The identity claimed by other requests is dropped, for
 * the log too: without a token any local process could name anyone.
 */
export function requireToken(app: FastifyInstance, token: string | undefined): void {
  const expected = token === undefined ? undefined : digest(`Bearer ${token}`)
  app.addHook('onRequest', async (request, reply) => {
    const isBearer =
      expected !== undefined &&
      timingSafeEqual(digest(request.headers.authorization ?? ''), expected)
    if (isBearer) return
    delete request.headers['x-identite']
    if (expected === undefined || PROBES.includes(request.routeOptions.url ?? '')) return
    const answer: ProblemAnswer = {
      detail: 'Ce service ne répond qu’à l’application web\u00A0: le jeton manque ou est faux.',
      code: 'non_identifie',
    }
    return reply.code(401).header('www-authenticate', 'Bearer').send(answer)
  })
}
