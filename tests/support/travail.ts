import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import pino from 'pino'
import { afterAll } from 'vitest'
import { buildApp } from '../../service/app'
import { readConfig } from '../../service/config'
import { openForImports } from '../../service/imports/connections'
import { connect, type Database, type Db } from '../../service/platform/database/connect'
import { migrateAsOwner } from '../../service/platform/database/prepare'
import { openRoles } from '../../service/platform/database/roles'
import { createCluster } from './cluster'

/** A node of a plan, as `explain (analyze, format json)` words it. */
interface Noeud {
  'Actual Rows': number
  'Actual Loops': number
  Plans?: Noeud[]
  [key: `Rows Removed by ${string}`]: number
}

/** How many rows a plan went through: those that its nodes gave, and those that they left out. */
function rowsOf(noeud: Noeud): number {
  const removed = Object.entries(noeud)
    .filter(([key]) => key.startsWith('Rows Removed by'))
    .reduce((sum, [, rows]) => sum + Number(rows), 0)
  const below = (noeud.Plans ?? []).reduce((sum, plan) => sum + rowsOf(plan), 0)
  return (noeud['Actual Rows'] + removed) * noeud['Actual Loops'] + below
}

/** A statement, whatever the names of the tables of its file are. */
const textOf = (query: string) =>
  query
    .replaceAll(/[0-9a-f]{8}(?:[-_]?[0-9a-f]{4}){3}[-_]?[0-9a-f]{12}/g, '…')
    .replaceAll(/\d{3,}/g, '…')
    .replaceAll(/\s+/g, ' ')

/** The rows that each statement went through, all of its runs together. */
export type Travail = Map<string, number>

export interface Chantier {
  app: FastifyInstance
  db: Db
  owner: Database
  /** As in a base that nobody ever analysed. */
  oublier: () => Promise<void>
  travail: Travail
}

/** All statistics of all tables, and of what indexes have of expressions; tables may go meanwhile, as those of a generation do. */
const OUBLIER = sql.raw(`do $$
declare
  relation record;
begin
  for relation in
    select nspname, relname, pg_class.oid
    from pg_class
    join pg_namespace on pg_namespace.oid = relnamespace
    where nspname in ('public', 'partitions', 'depots') and relkind in ('r', 'p', 'm', 'i')
  loop
    begin
      perform pg_clear_relation_stats(relation.nspname, relation.relname);
      perform pg_clear_attribute_stats(relation.nspname, relation.relname, attname, inherited)
      from pg_stats
      where schemaname = relation.nspname and tablename = relation.relname;
    exception when undefined_table then
      null;
    end;
  end loop;
end $$`)

/** What a session of the service tells of each statement, and of those within its functions. */
const EXPLAINED = [
  `session_preload_libraries = 'auto_explain'`,
  'auto_explain.log_min_duration = 0',
  'auto_explain.log_analyze = on',
  'auto_explain.log_timing = off',
  'auto_explain.log_nested_statements = on',
  `auto_explain.log_format = 'json'`,
  `auto_explain.log_level = 'notice'`,
  'auto_explain.log_parameter_max_length = 0',
]

/** Counts what the connections of a pool do. */
function count({ pool }: Database, travail: Travail): void {
  pool.on('connect', (client: pg.PoolClient) =>
    client.on('notice', ({ message = '' }) => {
      const plan = message.indexOf('{')
      if (!message.startsWith('duration:') || plan < 0) return
      const told = JSON.parse(message.slice(plan)) as { 'Query Text': string; Plan: Noeud }
      const text = textOf(told['Query Text'])
      travail.set(text, (travail.get(text) ?? 0) + rowsOf(told.Plan))
    }),
  )
}

/** A server on which nothing is analysed but by the service, and whose statements tell what they go through. */
export async function ouvrirChantiers(): Promise<(name: string) => Promise<Chantier>> {
  const cluster = await createCluster({ settings: ['autovacuum=off', 'fsync=off'] })
  afterAll(() => cluster.remove())
  const admin = new pg.Client({ connectionString: cluster.adminUrl })
  await admin.connect()
  for (const setting of EXPLAINED) await admin.query(`alter role dons_service set ${setting}`)
  await admin.end()
  return async (name) => {
    const access = await openRoles(cluster.adminUrl, name)
    const owner = connect(access.ownerUrl, { max: 1 })
    await migrateAsOwner(owner.db)
    const admin = connect(access.adminUrl, { max: 1 })
    const travail: Travail = new Map()
    const database = connect(access.url)
    const imports = openForImports(access.url, () => undefined)
    for (const one of [database, imports]) count(one, travail)
    const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'dons-travail-'))
    const config = readConfig({ DATABASE_URL: access.url, DATA_DIR })
    const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' })
    const app = await buildApp({ config, log, ...database, imports })
    afterAll(async () => {
      await app.close()
      for (const one of [database, imports, owner, admin]) await one.close()
      await rm(DATA_DIR, { recursive: true, force: true })
    })
    const oublier = async () => {
      await OUBLIER.execute(admin.db)
    }
    return { app, db: database.db, owner, oublier, travail }
  }
}
