import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { buildApp } from '../../service/app'
import { readConfig } from '../../service/config'
import { writeCheckpoint } from '../../service/exclusions/chaine'
import { openForImports } from '../../service/imports/connections'
import { connect, type Db } from '../../service/platform/database/connect'
import { chercherSuspects } from './a-verifier'
import { refresh } from './analyses'
import { importFile } from './imports'
import { createEmptyDatabase, type EmptyDatabase } from './versions'

const CSV = 'id;montant;date;contact\n'

/** The service on a database for as long as `work` takes; nobody is connected after. */
export async function serving<Result>(
  { serviceUrl }: Pick<EmptyDatabase, 'serviceUrl'>,
  work: (app: FastifyInstance, db: Db) => Promise<Result>,
): Promise<Result> {
  const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'dons-publiee-'))
  const config = readConfig({ DATABASE_URL: serviceUrl, DATA_DIR })
  const own = connect(serviceUrl)
  const imports = openForImports(serviceUrl, () => undefined)
  const app = await buildApp({ config, log: pino({ level: 'silent' }), ...own, imports })
  try {
    return await work(app, own.db)
  } finally {
    await app.close()
    await own.close()
    await imports.close()
    await rm(DATA_DIR, { recursive: true, force: true })
  }
}

/**
 * Fills a database with four publications: two imports, an exclusion and one more import, an arrêté of that second one,
 * a reinstatement, an import. The third is noted by a checkpoint in `dataDir`.
 */
export const publishFour = (database: EmptyDatabase, dataDir: string): Promise<void> =>
  serving(database, async (app, db) => {
    const post = async (url: string, payload: object) => {
      const { statusCode, body } = await app.inject({ method: 'POST', url, payload })
      if (statusCode >= 300) throw new Error(body)
    }
    await writeCheckpoint(db, dataDir, new Date('2026-03-09T10:00:00Z'))
    await importFile(
      app,
      'donations',
      `${CSV}1;10,50;2022-03-01;A\n2;20;2022-03-02;B\n3;30;2023-01-15;A\n`,
    )
    await importFile(app, 'donations', `${CSV}4;40;2023-05-20;C\n5;49,99;2024-02-29;D\n`)
    await refresh(app)
    await post('/api/exclusions/exclure', { contact_id: 'A' })
    await importFile(app, 'donations', `${CSV}6;7;2022-12-31;D\n2;25;2022-03-02;B\n`)
    await refresh(app)
    await chercherSuspects(db)
    await post('/api/publications/arreter', { publication: 2, nom: 'Au CA', par: 'Trésorière' })
    await post('/api/exclusions/reintegrer', { contact_id: 'A' })
    await refresh(app)
    await writeCheckpoint(db, dataDir, new Date('2026-03-10T10:00:00Z'))
    await importFile(app, 'donations', `${CSV}7;12;2024-06-01;C\n`)
    await refresh(app)
  })

/** A copy of a database to which nobody is connected. */
export const copyOf = ({ name }: EmptyDatabase): Promise<EmptyDatabase> => createEmptyDatabase(name)
