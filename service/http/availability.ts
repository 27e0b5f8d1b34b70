import type { FastifyInstance, FastifyReply } from 'fastify'
import { Problem } from '../problem'

const PATIENCE = 2_000
const RETRY = 500

/** These say themselves that the database is away, or do without it. */
const ALWAYS = /^\/(health|live|ready|docs.*)$/

const lost = () =>
  new Problem('indisponible', 'La base de données ne répond pas. Réessayez dans quelques instants.')

/**
 * Answers 503 when the database has stopped answering: at once while it is known to be away, else to whom waits
 * for it. Uploads end with their own stream.
 */
export function answerWhenDatabaseHangs(app: FastifyInstance, ping: () => Promise<boolean>): void {
  const waiting = new WeakMap<FastifyReply, NodeJS.Timeout>()
  let away = false
  let retry: NodeJS.Timeout | undefined

  const look = async () => {
    away = !(await ping())
    clearTimeout(retry)
    if (away) retry = setTimeout(() => void look(), RETRY)
  }
  const check = async (reply: FastifyReply) => {
    await look()
    if (away && !reply.sent) reply.send(lost())
  }
  app.addHook('onClose', () => clearTimeout(retry))
  app.addHook('onRequest', async (request, reply) => {
    if (ALWAYS.test(request.routeOptions.url ?? '')) return
    if (request.headers['content-type']?.startsWith('multipart/')) return
    if (away) throw lost()
    waiting.set(
      reply,
      setTimeout(() => void check(reply), PATIENCE),
    )
  })
  app.addHook('onResponse', async (_request, reply) => clearTimeout(waiting.get(reply)))
}
