import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { connect } from '../../service/database/connect'
import { findBinaries, findOwner } from '../../service/database/embedded-programs'
import { freePort, runService, runWeb } from '../support/application'
import { balance } from '../support/balancer'
import {
  type Cluster,
  createCluster,
  debianBinaries,
  settingsOf,
  startServer,
} from '../support/cluster'
import { importDemo } from '../support/demo'

vi.setConfig({ testTimeout: 180_000 })

const releases: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const release of releases.splice(0).reverse()) await release()
})
function keep<T>(made: T, release: (made: T) => Promise<unknown>): T {
  releases.push(() => release(made))
  return made
}

const startCluster = async (options?: Parameters<typeof createCluster>[0]) =>
  keep(await createCluster(options), (cluster) => cluster.remove())

const startService = async (cluster: Cluster, env: Record<string, string> = {}) =>
  keep(await runService({ ...settingsOf(cluster), ...env }), (service) => service.stop())

async function read<T>(url: string): Promise<T> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

interface Liste {
  donations: { contact_id: string; exclu: boolean }[]
  filters: { available_years: number[] }
}

/** Imports, excludes and refreshes through `url`, and tells what the application then says. */
async function useEverything(url: string) {
  await importDemo(url)
  const { annees } = await read<{ annees: number[] }>(`${url}/api/dashboard/annees`)
  const annee = annees[1] ?? 0
  const stats = () => read<{ total_donateurs: number }>(`${url}/api/dashboard/stats/${annee}`)
  const before = await stats()
  const list = await read<Liste>(`${url}/api/donations/list?year=${annee}`)
  const contact_id = list.donations.find(({ exclu }) => !exclu)?.contact_id
  const excluded = await fetch(`${url}/api/exclusions/exclure`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ contact_id }),
  })
  expect(excluded.status).toBe(200)
  const refreshed = await fetch(`${url}/api/analytics/refresh-views`, { method: 'POST' })
  expect(refreshed.status).toBe(200)
  const { valide } = await read<{ valide: boolean }>(`${url}/api/exclusions/chaine`)
  return { before: before.total_donateurs, valide, stats }
}

const installed = existsSync(debianBinaries(15).postgres) ? [15] : []

describe('La base peut être', () => {
  test.each([18, ...installed])('un PostgreSQL %d', async (version) => {
    const binaries = version === 18 ? await findBinaries() : debianBinaries(version)
    const service = await startService(await startCluster({ binaries }))
    const { before, valide, stats } = await useEverything(service.url)
    expect(valide).toBe(true)
    expect((await stats()).total_donateurs).toBe(before - 1)
  })

  test('un serveur où un seul rôle, sans droits d’administrateur, fait tout', async () => {
    const server = keep(await startServer(), (made) => made.remove())
    const admin = connect(server.adminUrl)
    await admin.pool.query('create role seul login')
    await admin.pool.query('create database dons owner seul')
    await admin.close()
    const service = keep(
      await runService({
        DATABASE_URL: `postgresql://seul@127.0.0.1:${server.port}/dons`,
        DATA_DIR: server.dataDir,
      }),
      (made) => made.stop(),
    )
    const { before, valide, stats } = await useEverything(service.url)
    expect(valide).toBe(true)
    expect((await stats()).total_donateurs).toBe(before - 1)
  })
})

const poolers = existsSync('/usr/sbin/pgbouncer') ? ['PgBouncer'] : []

test.each(poolers)('%s, par transactions, peut se tenir entre le service et la base', async () => {
  const cluster = await startCluster()
  const service = await startService(cluster, { DATABASE_URL: await startPgBouncer(cluster) })
  const { before, valide, stats } = await useEverything(service.url)
  expect(valide).toBe(true)
  expect((await stats()).total_donateurs).toBe(before - 1)
})

test.each(poolers)(
  '%s, par transactions, ne sert pas une base dont les sessions changeraient les réponses',
  async () => {
    const cluster = await startCluster()
    const admin = connect(cluster.access.adminUrl, { max: 1 })
    await admin.pool.query(
      "alter role dons_service set default_transaction_isolation = 'serializable'",
    )
    await admin.close()
    const DATABASE_URL = await startPgBouncer(cluster)
    await expect(startService(cluster, { DATABASE_URL })).rejects.toThrow(
      "alter role dons_service set default_transaction_isolation to 'read committed';",
    )
  },
)

async function startPgBouncer(cluster: Cluster): Promise<string> {
  const port = await freePort()
  const url = new URL(cluster.access.url)
  const users = path.join(cluster.dataDir, 'users.txt')
  const file = path.join(cluster.dataDir, 'pgbouncer.ini')
  await writeFile(users, `"${url.username}" "${url.password}"\n`)
  await writeFile(
    file,
    `[databases]
dons = host=127.0.0.1 port=${cluster.port} dbname=dons
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = transaction
default_pool_size = 8
ignore_startup_parameters = statement_timeout,extra_float_digits
`,
  )
  for (const readable of [users, file]) await chmod(readable, 0o644)
  const { uid, gid } = await findOwner()
  const child = spawn('/usr/sbin/pgbouncer', [file], {
    stdio: 'ignore',
    ...(uid !== undefined && gid !== undefined && { uid, gid }),
  })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  keep(child, (process) => {
    process.kill('SIGKILL')
    return gone
  })
  url.port = String(port)
  const probe = connect(url.href)
  await expect.poll(() => probe.ping(), { timeout: 10_000 }).toBe(true)
  await probe.close()
  return url.href
}

test.each(installed)(
  'les analyses se lisent sur une réplique qui suit la base %d',
  async (version) => {
    const binaries = debianBinaries(version)
    const primary = await startCluster({ binaries })
    const replica = keep(
      await startServer({
        binaries,
        fill: async (folder, run) => {
          const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres']
          const file = binaries.postgres.replace(/postgres$/, 'pg_basebackup')
          await run(file, [...from, '-D', folder, '-R', '-X', 'fetch', '-c', 'fast'])
        },
      }),
      (made) => made.remove(),
    )
    const readUrl = new URL(primary.access.url)
    readUrl.port = String(replica.port)
    const service = await startService(primary, { DATABASE_READ_URL: readUrl.href })
    await importDemo(service.url)

    const { filters } = await read<Liste>(`${service.url}/api/donations/list`)
    const annee = filters.available_years[1]
    const stats = `${service.url}/api/dashboard/stats/${annee}`
    const total = () => read<{ total_donations: number }>(stats).then((all) => all.total_donations)
    await expect.poll(total, { timeout: 10_000 }).toBeGreaterThan(0)

    await replica.stop()
    expect((await fetch(stats)).status).toBe(503)
    expect((await fetch(`${service.url}/api/donations/list?year=${annee}`)).status).toBe(200)
    await replica.start()
    await expect
      .poll(() => fetch(stats).then(({ status }) => status), { timeout: 10_000 })
      .toBe(200)
  },
)

test('deux services et deux applications web, derrière un répartiteur, n’en font qu’une', async () => {
  const cluster = await startCluster()
  const services = [await startService(cluster), await startService(cluster)]
  const front = keep(await balance(services.map(({ url }) => url)), (made) => made.close())
  const { before, valide, stats } = await useEverything(front.url)
  expect(valide).toBe(true)
  const webs = [
    keep(await runWeb(front.url), (web) => web.stop()),
    keep(await runWeb(front.url), (web) => web.stop()),
  ]
  const site = keep(await balance(webs.map(({ url }) => url)), (made) => made.close())
  for (let turn = 0; turn < 6; turn += 1) {
    expect((await stats()).total_donateurs).toBe(before - 1)
    expect((await fetch(`${site.url}/dashboard`)).status).toBe(200)
  }
  for (const counts of [front.counts(), site.counts()])
    for (const count of counts) expect(count).toBeGreaterThan(2)

  await services[0]?.stop('SIGKILL')
  await webs[1]?.stop('SIGKILL')
  for (let turn = 0; turn < 4; turn += 1)
    expect((await fetch(`${site.url}/dashboard`)).status).toBe(200)
})
