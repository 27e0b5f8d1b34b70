import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Db } from '../database/connect'
import { Problem } from '../problem'
import { answers } from './health'

const PATIENCE = 4_000

/** Answers 503 when the database stops answering while a request waits for it; uploads end with their own stream. */
export function answerWhenDatabaseHangs(app: FastifyInstance, db: Db): void {
  const waiting = new WeakMap<FastifyReply, NodeJS.Timeout>()
  const check = async (reply: FastifyReply) => {
    if (reply.sent || (await answers(db)) || reply.sent) return
    reply.send(
      new Problem(
        'indisponible',
        'La base de données ne répond pas. Réessayez dans quelques instants.',
      ),
    )
  }
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers['content-type']?.startsWith('multipart/')) return
    waiting.set(
      reply,
      setTimeout(() => void check(reply), PATIENCE),
    )
  })
  app.addHook('onResponse', async (_request, reply) => clearTimeout(waiting.get(reply)))
}
