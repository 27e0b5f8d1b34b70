import type { FastifyInstance } from 'fastify'
import { whileWanted } from '../database/abandon'

const READS = ['GET', 'HEAD']

/** Ends what a request still reads when its client has gone, or was answered meanwhile. What writes runs to its end. */
export function abandonWhatNobodyWaitsFor(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!READS.includes(request.method)) {
      done()
      return
    }
    const leaving = new AbortController()
    reply.raw.once('close', () => leaving.abort())
    whileWanted(leaving.signal, done)
  })
}
