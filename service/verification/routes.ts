import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { aVerifier, aVerifierCsv } from '#contract/verification'
import type { Db } from '../database/connect'
import { csvRoute } from '../http/csv'
import { noted } from '../http/exports'
import { route } from '../http/route'
import { readAVerifier } from './file'
import { writeAVerifier } from './file-csv'
import { keepSignalements } from './trouver'

/**
 * Registers the donors who may be fakes. They are looked for by itself after each refresh, once the service listens;
 * `journal` notes who takes their file.
 */
export function registerVerification(
  app: FastifyInstance,
  { db, files, journal, log }: { db: Db; files: Db; journal: Db; log: Logger },
): void {
  let keeper: ReturnType<typeof keepSignalements> | undefined
  app.addHook('onListen', () => {
    keeper = keepSignalements(db, log)
  })
  app.addHook('onClose', async () => {
    await keeper?.stop()
  })

  route(app, aVerifier, ({ query }) => readAVerifier(db, query))
  csvRoute(app, aVerifierCsv, ({ query, request }) => ({
    name: 'donateurs-a-verifier.csv',
    lines: noted(journal, request, { fichier: 'a_verifier', query }, writeAVerifier(files, query)),
  }))
}
