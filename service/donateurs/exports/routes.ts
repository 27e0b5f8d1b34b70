import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { journalExports, journalExportsCsv } from '#contract/exports'
import type { Db } from '../../platform/database/connect'
import { csvRoute } from '../../platform/http/csv'
import { route } from '../../platform/http/route'
import { whileListening } from '../../platform/jobs/keep'
import { keepPurging, readJournal, writeJournal } from './journal'

/** Registers the journal of exports, purged once the service listens. */
export function registerExports(app: FastifyInstance, { db, log }: { db: Db; log: Logger }): void {
  whileListening(app, () => keepPurging(db, log))

  route(app, journalExports, ({ query }) => readJournal(db, query.limit))
  csvRoute(app, journalExportsCsv, () => ({
    name: 'journal-des-exports.csv',
    lines: writeJournal(db),
  }))
}
