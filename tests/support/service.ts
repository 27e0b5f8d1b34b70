import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import pino from 'pino'
import { afterAll, inject } from 'vitest'
import { buildApp } from '../../service/app'
import { type Config, readConfig } from '../../service/config'
import { connect, type Database } from '../../service/database/connect'
import { openForImports } from '../../service/imports/connections'
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

/** A migrated, empty database of the caller's own, dropped by `drop`. */
export async function createDatabase(): Promise<TestDatabase> {
  const server = inject('postgresUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = (statement: string) => runOnce(server, statement)
  await admin(`create database ${name} template ${MODELE}`)
  const url = databaseUrl(server, name)
  const database = connect(url)
  return {
    ...database,
    url,
    serviceUrl: databaseUrl(inject('serviceUrl'), name),
    drop: async () => {
      await database.close()
      await admin(`drop database if exists ${name} with (force)`)
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
