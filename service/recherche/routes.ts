import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { recherche } from '#contract/recherche'
import type { Db } from '../database/connect'
import { route } from '../http/route'
import { search } from './search'
import { keepWords } from './words'

/** Registers the search. Its words follow the contacts by themselves once the service listens. */
export function registerRecherche(
  app: FastifyInstance,
  { db, log }: { db: Db; log: Logger },
): void {
  let keeper: ReturnType<typeof keepWords> | undefined
  app.addHook('onListen', () => {
    keeper = keepWords(db, log)
  })
  app.addHook('onClose', async () => {
    await keeper?.stop()
  })

  route(app, recherche, ({ query }) => search(db, query))
}
