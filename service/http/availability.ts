import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Db } from '../database/connect'
import { Problem } from '../problem'
import { answers } from './health'

const PATIENCE = 4_000

/** These answer without the database, or say themselves that it is away. */
const ALWAYS = /^\/(health|live|ready|docs.*)$/

/**
 * Answers 503 while the database is not prepared, and when it stops answering while a request waits for it.
 * Uploads are left alone: they end with their own stream.
 */
export function answerWhileUnavailable(
  app: FastifyInstance,
  deps: { db: Db; isPrepared: () => boolean },
): void {
  const waiting = new WeakMap<FastifyReply, NodeJS.Timeout>()
  app.addHook('onRequest', async (request, reply) => {
    if (ALWAYS.test(request.routeOptions.url ?? '')) return
    if (!deps.isPrepared())
      throw new Problem(
        'indisponible',
        'L’application attend sa base de données. Réessayez dans quelques instants.',
      )
    if (request.headers['content-type']?.startsWith('multipart/')) return
    const check = async () => {
      if (reply.sent || (await answers(deps.db)) || reply.sent) return
      reply.send(
        new Problem(
          'indisponible',
          'La base de données ne répond pas. Réessayez dans quelques instants.',
        ),
      )
    }
    waiting.set(
      reply,
      setTimeout(() => void check(), PATIENCE),
    )
  })
  app.addHook('onResponse', async (_request, reply) => clearTimeout(waiting.get(reply)))
}
