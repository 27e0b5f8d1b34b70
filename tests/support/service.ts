import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import pino from 'pino'
import { afterAll, inject, test } from 'vitest'
import { buildApp } from '../../service/app'
import { type Config, readConfig } from '../../service/config'
import { openForImports } from '../../service/imports/connections'
import { connect, type Database } from '../../service/platform/database/connect'
import { SETTINGS } from '../../service/platform/database/distribute'
import { databaseUrl, MODELE } from './postgres'

/** Connected as the administrator; the service itself uses `serviceUrl`. */
export interface TestDatabase extends Database {
  url: string
  serviceUrl: string
  drop: () => Promise<void>
}

/** Runs SQL over a connection of its own. */
export async function runOnce(url: string, statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statements)
  } finally {
    await client.end()
  }
}

/** Whether the tests run on a coordinator and servers that hold the data. */
export const severalServers = () => inject('workers').length > 0

/** A test of what one server alone does; there is none of it on several. */
export function testOnOneServer(title: string, run: () => Promise<void>): void {
  if (!severalServers()) test(title, run)
}

/** A migrated, empty database of the caller's own, dropped by `drop`. */
export async function createDatabase(): Promise<TestDatabase> {
  const server = inject('postgresUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  const workers = inject('workers')
  const admin = async (statement: string) => {
    for (const url of [...workers, server]) await runOnce(url, statement)
  }
  await admin(`create database ${name} template ${MODELE} strategy file_copy`)
  // What a database is told of its settings is not copied with it.
  if (workers.length > 0)
    for (const setting of SETTINGS) await admin(`alter database ${name} set ${setting}`)
  const url = databaseUrl(server, name)
  const database = connect(url)
  return {
    ...database,
    url,
    serviceUrl: databaseUrl(inject('serviceUrl'), name),
    drop: async () => {
      await database.close()
      const drop = () => admin(`drop database if exists ${name} with (force)`)
      if (workers.length === 0) return drop()
      // Else the extension would begin to work there again; where it just does, it is gone at the next try.
      await admin(`alter database ${name} allow_connections false`)
      await drop().catch(drop).catch(drop)
    },
  }
}

export interface TestService {
  app: FastifyInstance
  database: TestDatabase
  config: Config
}

/** The whole service on a database of its own, called through `app.inject`; released after the test file. */
export async function startService(settings: Record<string, string> = {}): Promise<TestService> {
  const database = await createDatabase()
  afterAll(() => database.drop())
  return startServiceOn(database, settings)
}

/** One more service on a database; released before that is dropped. */
export async function startServiceOn(
  database: TestDatabase,
  settings: Record<string, string> = {},
): Promise<TestService> {
  const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'dons-service-'))
  const config = readConfig({ DATABASE_URL: database.serviceUrl, DATA_DIR, ...settings })
  const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' })
  const own = connect(database.serviceUrl)
  const imports = openForImports(database.serviceUrl, () => undefined)
  const app = await buildApp({ config, log, ...own, imports })
  afterAll(async () => {
    await app.close()
    await own.close()
    await imports.close()
    await rm(DATA_DIR, { recursive: true, force: true })
  })
  return { app, database, config }
}
