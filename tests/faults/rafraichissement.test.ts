import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Fraicheur, RefreshStatus } from '../../service/contract/rafraichissement'
import { connect, type Database } from '../../service/platform/database/connect'
import { type RunningProgram } from '../support/application'
import { type Cluster, createCluster, donsUrl, startService } from '../support/cluster'
import { don, insertDons } from '../support/dons'
import { SOON } from '../support/import-calls'
import { mountSmallDisk, unmountSmallDisk } from '../support/petit-disque'

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

/** The pass over the gifts, its reader held: the processes of the database that read, and that write what it finds. */
interface Passe {
  lecteur: number
  ecrivain: number
}

/** What the service does after a refresh reads cards too, and would hold up the next one: the end of it is awaited. */
async function untilQuiet(): Promise<void> {
  let quiet = 0
  const look = async () => {
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and state <> 'idle' and pid <> pg_backend_pid()`.execute(
      database.db,
    )
    quiet = rows.length === 0 ? quiet + 1 : 0
    return quiet
  }
  await expect.poll(look, { ...SOON, interval: 200 }).toBeGreaterThan(5)
}

let holder: pg.Client | undefined
afterEach(() => holder?.end().catch(() => undefined))

/** Holds the pass of the refresh that `start` begins. */
async function holdPass(start: () => Promise<unknown>): Promise<Passe> {
  await untilQuiet()
  holder = new pg.Client({ connectionString: url })
  holder.on('error', () => undefined)
  await holder.connect()
  await holder.query('begin; lock table donateurs in access exclusive mode')
  await start()
  const find = async (pattern: string) => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity where state = 'active' and query ~ ${pattern} and pid <> pg_backend_pid()`.execute(
      database.db,
    )
    return rows[0]?.pid ?? 0
  }
  const seen = async (pattern: string) => {
    await expect.poll(() => find(pattern), SOON).toBeGreaterThan(0)
    return find(pattern)
  }
  return {
    lecteur: await seen('^\\s*select zip, departement_du_code_postal'),
    ecrivain: await seen('^copy partitions.faits_donateurs_'),
  }
}

/** What a pass that did not end could leave behind: tables that are nobody's, processes of the database. */
async function readLeft(): Promise<string[]> {
  const { rows } = await sql<{ reste: string }>`
    select relname as reste
    from pg_class
    where relnamespace = 'partitions'::regnamespace
      and relname ~ '^(faits_donateurs|dons_croises)_\\d+$'
      and (not relispartition or substring(relname from '\\d+$')::integer > (select generation from faits_publies))
    union all
    select query
    from pg_stat_activity
    where query ~ '^\\s*(select zip, departement_du|copy )' and state <> 'idle' and pid <> pg_backend_pid()`.execute(
    database.db,
  )
  return rows.map(({ reste }) => reste)
}

const end = (pid: number) => sql`select pg_terminate_backend(${pid})`.execute(database.db)

const KILLS_DU_CALCUL: Record<string, (passe: Passe) => unknown> = {
  'le lecteur, terminé': ({ lecteur }) => end(lecteur),
  'l’écrivain, terminé': ({ ecrivain }) => end(ecrivain),
  'le lecteur, tué net': ({ lecteur }) => process.kill(lecteur, 'SIGKILL'),
  'l’écrivain, tué net': ({ ecrivain }) => process.kill(ecrivain, 'SIGKILL'),
  'le service, tué net': () => KILLS['le service'](),
  'PostgreSQL, tué net': () => KILLS.PostgreSQL(),
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

test.each(Object.keys(KILLS_DU_CALCUL))(
  '%s pendant que les faits se calculent : rien n’est publié à moitié, rien ne reste, le suivant réussit',
  async (victim) => {
    await giveOne()
    await refresh()
    const before = await readTotal()
    await giveOne()
    let id = ''
    const passe = await holdPass(async () => {
      const begun = await ask<{ refresh_id: string }>(
        '/api/analytics/refresh-views-progressive',
        'POST',
      )
      id = begun.refresh_id
    })
    expect(await readTotal()).toBe(before)

    await KILLS_DU_CALCUL[victim]?.(passe)
    await holder?.end().catch(() => undefined)
    const status = () => ask<RefreshStatus>(`/api/analytics/refresh-views-status/${id}`)
    await expect
      .poll(async () => (await status().catch(() => undefined))?.status, SOON)
      .toBe('error')
    expect(await readTotal()).toBe(before)

    expect((await refresh()).status).toBe('completed')
    expect(await readTotal()).toBe(before + 1)
    await expect.poll(readLeft, SOON).toEqual([])
  },
  120_000,
)

test('le disque plein pendant que les faits se calculent : une phrase claire, les anciens chiffres, rien ne reste', async () => {
  const folder = await mountSmallDisk()
  if (folder === undefined) return
  const admin = (statement: string) => database.pool.query(statement)
  const restart = async () => {
    await service.stop('SIGKILL')
    service = await startService(cluster)
  }
  try {
    await refresh()
    const before = await readTotal()
    await admin(`create tablespace petit location '${folder}'`)
    await admin('grant create on tablespace petit to public')
    await admin('alter role dons_service set default_tablespace = petit')
    await admin(`
      insert into donations (id, order_amount, order_date, contact_id)
      select 'plein ' || rang, 10, '2023-01-01', 'plein ' || rang from generate_series(1, 200000) as rang`)
    await restart()
    const { refresh_id } = await ask<{ refresh_id: string }>(
      '/api/analytics/refresh-views-progressive',
      'POST',
    )
    const status = () => ask<RefreshStatus>(`/api/analytics/refresh-views-status/${refresh_id}`)
    await expect.poll(async () => (await status()).status, SOON).toBe('error')
    expect((await status()).error).toMatch(/plus de place sur le disque/)
    expect(await readTotal()).toBe(before)
    await admin('alter role dons_service reset default_tablespace')
    await restart()
    expect((await refresh()).status).toBe('completed')
    await expect.poll(readLeft, SOON).toEqual([])
    await admin('drop tablespace petit')
  } finally {
    await unmountSmallDisk(folder)
  }
}, 180_000)
