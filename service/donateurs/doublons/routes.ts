import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { doublons, doublonsChoisis, doublonsCsv, nombreDoublons } from '#contract/doublons'
import type { Db } from '../../platform/database/connect'
import { csvRoute } from '../../platform/http/csv'
import { route } from '../../platform/http/route'
import { keepDerived } from '../../platform/jobs/derived'
import { DOUBLONS } from './chercher'
import { GROUPES } from './grouper'
import { countDoublons, readChoisis, readDoublons, writeDoublons } from './lire'

/** Registers the contacts who may be one person; they are looked for once the service listens, after each import. */
export function registerDoublons(
  app: FastifyInstance,
  { db, files, log }: { db: Db; files: Db; log: Logger },
): void {
  keepDerived(app, { db, log }, DOUBLONS, 'recherche des doublons remise à plus tard')
  keepDerived(app, { db, log }, GROUPES, 'propositions de doublons remises à plus tard')
  route(app, doublons, ({ query }) => readDoublons(db, query))
  route(app, nombreDoublons, async () => ({ total: await countDoublons(db) }))
  route(app, doublonsChoisis, async ({ body }) => ({
    groupes: await readChoisis(db, body.groupes),
  }))
  csvRoute(app, doublonsCsv, ({ query }) => ({
    name: 'doublons.csv',
    lines: writeDoublons(files, query),
  }))
}
