import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { recherche } from '#contract/recherche'
import type { Db } from '../../platform/database/connect'
import { route } from '../../platform/http/route'
import { keepDerived } from '../../platform/jobs/derived'
import { search } from './search'
import { MOTS } from './words'

/** Registers the search. Its index is kept up to date once the service listens. */
export function registerRecherche(
  app: FastifyInstance,
  { db, log }: { db: Db; log: Logger },
): void {
  keepDerived(app, { db, log }, MOTS, 'mots de la recherche remis à plus tard')
  route(app, recherche, ({ query }) => search(db, query))
}
