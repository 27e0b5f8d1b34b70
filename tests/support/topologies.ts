import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from 'vitest'
import { connect } from '../../service/platform/database/connect'
import { findOwner } from '../../service/platform/database/embedded-programs'
import { freePort, runService } from './application'
import { type Cluster, createCluster, debianBinaries, settingsOf } from './cluster'
import { importDemo } from './demo'

const releases: (() => Promise<unknown>)[] = []

/** Releases in reverse order what a test has kept. */
export const releaseKept = async () => {
  for (const release of releases.splice(0).reverse()) await release()
}

export function keep<T>(made: T, release: (made: T) => Promise<unknown>): T {
  releases.push(() => release(made))
  return made
}

export const startCluster = async (options?: Parameters<typeof createCluster>[0]) =>
  keep(await createCluster(options), (cluster) => cluster.remove())

export const startService = async (cluster: Cluster, env: Record<string, string> = {}) =>
  keep(await runService({ ...settingsOf(cluster), ...env }), (service) => service.stop())

export async function read<T>(url: string): Promise<T> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

export interface Liste {
  donations: { contact_id: string; exclu: boolean }[]
  filters: { available_years: number[] }
}

/** Imports, excludes and refreshes through `url`, and tells what the application then says. */
export async function useEverything(url: string) {
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

/** The versions of PostgreSQL, the embedded one aside, and the poolers that this machine has. */
export const installed = existsSync(debianBinaries(15).postgres) ? [15] : []
export const poolers = existsSync('/usr/sbin/pgbouncer') ? ['PgBouncer'] : []

export async function startPgBouncer(cluster: Cluster): Promise<string> {
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
