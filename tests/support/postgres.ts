import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { connect } from '../../service/platform/database/connect'
import { openEmbedded } from '../../service/platform/database/embedded'
import { migrateAsOwner } from '../../service/platform/database/prepare'
import { openRoles } from '../../service/platform/database/roles'
import { close, distributeOn, openOnAll, startCitus } from './citus'
import { findFastPlace, initialise } from './cluster-folder'

declare module 'vitest' {
  interface ProvidedContext {
    /** The administrator's address; tests may do what the service may not. */
    postgresUrl: string
    /** The role that owns the database and migrates it. */
    ownerUrl: string
    /** The service's own role. */
    serviceUrl: string
    /** What initdb makes, for servers of a test's own. */
    initialised: string
    /** The administrators' addresses of the servers that hold data beside that one; none as a rule. */
    workers: string[]
  }
}

/** The migrated database that every test file's own one is copied from. */
export const MODELE = 'modele'

/** No test pulls the plug on this server, which has the connections of many services at once. */
const FAST = [
  'fsync=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_connections=300',
]

/**
 * One PostgreSQL for the run: the embedded one in a folder of its own, or the server that TEST_DATABASE_URL
 * names (its databases `modele` and `test_…` are dropped and made anew).
 */
export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  if (process.env['TEST_CITUS']) return startDistributed(project)
  const given = process.env['TEST_DATABASE_URL']
  // The service itself, run by the fault tests, refuses a database that may lose what it confirmed.
  const durable = project.name === 'faults'
  const folder = await mkdtemp(path.join(durable ? tmpdir() : await findFastPlace(), 'dons-test-'))
  await chmod(folder, 0o755)
  const settings = durable ? [] : FAST
  const [embedded, initialised] = await Promise.all([
    given ? undefined : openEmbedded(folder, { settings }),
    initialise(folder),
  ])
  const adminUrl = given ?? embedded?.adminUrl ?? ''

  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`drop database if exists ${MODELE}`)
  await admin.end()
  const access = await openRoles(adminUrl, MODELE)
  const modele = connect(access.ownerUrl, { max: 1 })
  await migrateAsOwner(modele.db)
  await modele.close()

  project.provide('initialised', initialised)
  project.provide('postgresUrl', adminUrl)
  project.provide('ownerUrl', access.ownerUrl)
  project.provide('serviceUrl', access.url)
  project.provide('workers', [])
  return async () => {
    await embedded?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The same on a coordinator and two servers that hold the data. */
async function startDistributed(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(await findFastPlace(), 'dons-test-'))
  await chmod(folder, 0o755)
  const [citus, initialised] = await Promise.all([
    startCitus(['fsync=off', 'full_page_writes=off']),
    initialise(folder),
  ])
  const { ownerUrl, url } = await openOnAll(citus, MODELE)
  await distributeOn(ownerUrl, 1)
  await close(citus, MODELE)
  project.provide('initialised', initialised)
  project.provide('postgresUrl', citus.coordinator.adminUrl)
  project.provide('ownerUrl', ownerUrl)
  project.provide('serviceUrl', url)
  project.provide(
    'workers',
    citus.workers.map(({ adminUrl }) => adminUrl),
  )
  return async () => {
    for (const server of citus.servers) await server.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The same server, another database. */
export function databaseUrl(url: string, database: string): string {
  const other = new URL(url)
  other.pathname = `/${database}`
  return other.href
}
