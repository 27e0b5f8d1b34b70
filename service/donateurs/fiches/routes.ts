import type { FastifyInstance } from 'fastify'
import { fiche } from '#contract/fiches'
import type { Db } from '../../platform/database/connect'
import { route } from '../../platform/http/route'
import { readFiche } from './fiche'

/** Registers the donor card: live data, never waiting for a refresh. */
export function registerFiches(app: FastifyInstance, { db }: { db: Db }): void {
  route(app, fiche, ({ params, query }) => readFiche(db, params.contact_id, query))
}
