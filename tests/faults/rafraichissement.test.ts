import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Fraicheur, RefreshStatus } from '../../service/contract/rafraichissement'
import { connect, type Database } from '../../service/platform/database/connect'
import { type RunningProgram } from '../support/application'
import { type Cluster, createCluster, donsUrl, startService } from '../support/cluster'
import { don, insertDons } from '../support/dons'
import { SOON } from '../support/import-calls'

let cluster: Cluster
let service: RunningProgram
let database: Database
let url: string

beforeAll(async () => {
  cluster = await createCluster()
  url = donsUrl(cluster)
  service = await startService(cluster)
  database = connect(url)
  // Else the first test would join the refresh that the service starts by itself.
  await vi.waitFor(async () => expect((await readFraicheur()).calcule_le).not.toBeNull(), SOON)
}, 120_000)

afterAll(async () => {
  await service.stop('SIGKILL')
  await database.close()
  await cluster.remove()
})

async function ask<Answer>(path: string, method = 'GET'): Promise<Answer> {
  const answer = await fetch(`${service.url}${path}`, { method })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Answer
}

const readTotal = async () =>
  (await ask<{ total_donations: number }>('/api/dashboard/stats/2024')).total_donations

const readFraicheur = () => ask<Fraicheur>('/api/analytics/fraicheur')

const refresh = () => ask<RefreshStatus>('/api/analytics/refresh-views', 'POST')

const giveOne = () => insertDons(database.db, [don({ order_date: '2024-06-15' })])

/** Every refresh makes it anew, after the facts and others. */
const TENUE = 'dons_medians'

/** Holds a view as `analyze` does, so that a refresh waits for it, half of its views done. */
async function holdView(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  await client.query(`begin; analyze ${TENUE}`)
  return client
}

const KILLS = {
  'le service': async () => {
    await service.stop('SIGKILL')
    service = await startService(cluster)
  },
  PostgreSQL: async () => {
    await cluster.kill()
    await cluster.start()
  },
}

test.each(['le service', 'PostgreSQL'] as const)(
  '%s tué net pendant un rafraîchissement : les anciens chiffres restent lisibles, il se dit échoué, le suivant réussit',
  async (victim) => {
    await giveOne()
    await refresh()
    const before = await readTotal()
    await giveOne()
    const holder = await holdView()
    const { refresh_id } = await ask<{ refresh_id: string }>(
      '/api/analytics/refresh-views-progressive',
      'POST',
    )
    const status = () => ask<RefreshStatus>(`/api/analytics/refresh-views-status/${refresh_id}`)
    await expect.poll(async () => (await status()).current_view, SOON).toBe(TENUE)
    expect(await readTotal()).toBe(before)

    await KILLS[victim]()
    await expect.poll(() => readTotal().catch(() => -1), SOON).toBe(before)
    await expect.poll(async () => (await status()).status, SOON).toBe('error')
    const ended = await status()
    expect(ended.error).toMatch(/chiffres précédents restent affichés/)
    const at = ended.views.findIndex(({ name }) => name === TENUE)
    expect(at).toBeGreaterThan(1)
    expect(ended.views.map((view) => view.status)).toEqual(
      ended.views.map((_, place) => (place <= at ? 'error' : 'pending')),
    )
    expect(ended.views.map((view) => view.annulee).slice(0, at + 1)).toEqual([
      ...ended.views.slice(0, at).map(() => true),
      false,
    ])
    expect((await readFraicheur()).refresh_id).toBeNull()
    expect(await readTotal()).toBe(before)

    await holder.end().catch(() => undefined)
    expect((await refresh()).status).toBe('completed')
    expect(await readTotal()).toBe(before + 1)
  },
  120_000,
)
