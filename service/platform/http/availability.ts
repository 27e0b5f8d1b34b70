import type { FastifyInstance, FastifyReply } from 'fastify'
import { Problem } from '../../problem'

const PATIENCE = 2_000
const RETRY = 500

/** Routes that report an unreachable database themselves, or do without it. */
const ALWAYS = /^\/(health|live|ready|docs.*)$/

const lost = () =>
  new Problem('indisponible', 'La base de données ne répond pas. Réessayez dans quelques instants.')

/**
 * Replies 503 while the database is down: at once to new requests, within seconds to pending ones. Skips uploads, which
 * end with their own stream.
 */
export function answerWhenDatabaseHangs(app: FastifyInstance, ping: () => Promise<boolean>): void {
  const waiting = new WeakMap<FastifyReply, NodeJS.Timeout>()
  let away = false
  let closed = false
  let retry: NodeJS.Timeout | undefined

  const look = async () => {
    away = !(await ping())
    clearTimeout(retry)
    if (away && !closed) retry = setTimeout(() => void look(), RETRY)
  }
  const watch = (reply: FastifyReply) => {
    waiting.set(
      reply,
      setTimeout(() => void check(reply), PATIENCE),
    )
  }
  const check = async (reply: FastifyReply) => {
    await look()
    if (reply.sent) return
    if (away) reply.send(lost())
    else watch(reply)
  }
  app.addHook('onClose', () => {
    closed = true
    clearTimeout(retry)
  })
  app.addHook('onRequest', (request, reply, done) => {
    const isSpared =
      ALWAYS.test(request.routeOptions.url ?? '') ||
      request.headers['content-type']?.startsWith('multipart/')
    if (!isSpared && !away) watch(reply)
    done(!isSpared && away ? lost() : undefined)
  })
  app.addHook('onResponse', (_request, reply, done) => {
    clearTimeout(waiting.get(reply))
    done()
  })
}
