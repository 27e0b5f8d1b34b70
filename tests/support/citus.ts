import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import pg from 'pg'
import { connect } from '../../service/platform/database/connect'
import { distribute } from '../../service/platform/database/distribute'
import { ROLES } from '../../service/platform/database/roles'
import { debianBinaries, type Server, startServer } from './server'

/** The version for which the extension is looked for, as Debian installs both. */
export const VERSION = 15
const EXTENSION = `/usr/share/postgresql/${VERSION}/extension/citus.control`

const SETTINGS = [
  'shared_preload_libraries=citus',
  'wal_level=logical',
  'max_worker_processes=100',
  'max_prepared_transactions=600',
  'max_connections=300',
  'max_locks_per_transaction=256',
  'citus.node_conninfo=sslmode=disable',
  'citus.recover_2pc_interval=1s',
]

export const hasCitus = (): boolean => existsSync(EXTENSION)

const run = async (url: string, ...statements: string[]): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** A server's address with another database. */
const inside = (url: string, database: string) => {
  const other = new URL(url)
  other.pathname = `/${database}`
  return other.href
}

/** Servers of which the first coordinates and the others hold the data. */
export interface Citus {
  coordinator: Server
  workers: Server[]
  servers: Server[]
}

/** Starts a server with Citus. Throws with its version where it does not start: the extension loads into 15.20 and newer. */
async function startOne(settings: readonly string[]): Promise<Server> {
  const binaries = debianBinaries(VERSION)
  try {
    return await startServer({ binaries, settings: [...SETTINGS, ...settings] })
  } catch (error) {
    const version = execFileSync(binaries.postgres, ['--version'], { encoding: 'utf8' }).trim()
    throw new Error(`Citus does not start in ${version}; it needs 15.20 or newer`, { cause: error })
  }
}

/** Starts a coordinator and two servers for data. */
export async function startCitus(settings: readonly string[] = []): Promise<Citus> {
  const coordinator = await startOne(settings)
  const others = [await startOne(settings), await startOne(settings)]
  return { coordinator, workers: others, servers: [coordinator, ...others] }
}

/** Roles are of a server, and may be there for another database. */
const makeRole = (role: string) =>
  `do $$ begin create role ${role} login; exception when duplicate_object then null; end $$`

/** Makes the roles and an empty database on a server. */
async function openOn({ adminUrl }: Server, database: string): Promise<void> {
  await run(
    adminUrl,
    ...Object.values(ROLES).map(makeRole),
    `grant ${ROLES.service} to ${ROLES.owner}`,
    `create database ${database} owner ${ROLES.owner}`,
  )
  await run(inside(adminUrl, database), 'create extension citus')
}

/** Makes the roles and an empty database on each of the servers, which know each other there. */
export async function openOnAll({ coordinator, workers, servers }: Citus, database: string) {
  for (const server of servers) await openOn(server, database)
  await run(
    inside(coordinator.adminUrl, database),
    `select citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`,
    ...workers.map(({ port }) => `select citus_add_node('127.0.0.1', ${port})`),
  )
  const as = (role: string) => {
    const url = new URL(inside(coordinator.adminUrl, database))
    url.username = role
    return url.href
  }
  const adminUrl = inside(coordinator.adminUrl, database)
  return { adminUrl, ownerUrl: as(ROLES.owner), url: as(ROLES.service) }
}

/** Starts one more server that may hold data of a database; nothing lies there yet. */
export async function addServer(citus: Citus, database: string): Promise<Server> {
  const added = await startOne([])
  citus.servers.push(added)
  await openOn(added, database)
  await run(
    inside(citus.coordinator.adminUrl, database),
    `select citus_add_node('127.0.0.1', ${added.port})`,
  )
  return added
}

/** Migrates a database of `openOnAll` and spreads what it will hold. */
export async function distributeOn(ownerUrl: string, parts?: number): Promise<void> {
  const database = connect(ownerUrl, { max: 1, statementTimeout: 0 })
  try {
    await distribute(database.db, parts)
  } finally {
    await database.close()
  }
}

/** Makes a database of each server the one that others are copied from: nobody may be connected to it. */
export async function close({ servers }: Citus, database: string): Promise<void> {
  for (const { adminUrl } of servers)
    await run(
      adminUrl,
      `alter database ${database} allow_connections false`,
      `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${database}'`,
    )
}
