import type { FastifyInstance, FastifyRequest } from 'fastify'
import { whileWanted } from '../database/abandon'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call changes nothing, whatever its method. */
    reads?: boolean
  }
}

const READS = ['GET', 'HEAD']

const isRead = ({ method, routeOptions }: FastifyRequest): boolean =>
  READS.includes(method) || routeOptions.config.reads === true

/** Cancels a request's pending reads when its client disconnects or has been answered. Writes run to completion. */
export function abandonWhatNobodyWaitsFor(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!isRead(request)) {
      done()
      return
    }
    const leaving = new AbortController()
    reply.raw.once('close', () => leaving.abort())
    whileWanted(leaving.signal, done)
  })
}
