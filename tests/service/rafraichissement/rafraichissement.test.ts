import { sql } from 'kysely'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { DashboardStats } from '#contract/dashboard'
import type { Fraicheur, RefreshStatus } from '#contract/rafraichissement'
import { dropOldFacts } from '../../../service/publication/rafraichissement/faits'
import { listVues } from '../../../service/publication/rafraichissement/vues'
import { don, insertDons } from '../../support/dons'
import { exclude, reinstate } from '../../support/exclusion'
import { expectedTables, readTables } from '../../support/faits'
import { importFile } from '../../support/imports'
import { startService, testOnOneServer } from '../../support/service'
import { empty } from '../../support/vider'

/** How long a busy machine may take. */
const LONG = { timeout: 120_000 }

const { app, database } = await startService()
const { db } = database

async function get<Answer>(url: string): Promise<Answer> {
  const response = await app.inject(url)
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

const readStatus = (id: string) => get<RefreshStatus>(`/api/analytics/refresh-views-status/${id}`)
const readFraicheur = () => get<Fraicheur>('/api/analytics/fraicheur')
const countDons = async () =>
  (await get<DashboardStats>('/api/dashboard/stats/2024')).total_donations

async function startRefresh(): Promise<string> {
  const response = await app.inject({
    method: 'POST',
    url: '/api/analytics/refresh-views-progressive',
  })
  expect(response.statusCode).toBe(202)
  return response.json<{ refresh_id: string }>().refresh_id
}

const importOne = () =>
  importFile(app, 'donations', 'id;order_amount;order_date;contact_id\nIMPORTE;30;2024-05-01;C1\n')

const refreshAll = () => app.inject({ method: 'POST', url: '/api/analytics/refresh-views' })

const waitForStatus = (id: string, status: RefreshStatus['status']) =>
  vi.waitFor(async () => expect((await readStatus(id)).status).toBe(status), LONG)

/**
 * Runs `meanwhile` while a refresh can get as far as `vue` and no further; the screens can still read it. Something has
 * written gifts that nobody knows of: all is computed.
 */
async function holdAt(vue: string, meanwhile: () => Promise<void>): Promise<void> {
  await sql`update donations_version set version = version + 1`.execute(db)
  await db.transaction().execute(async (transaction) => {
    const { relation = vue } = VUES.find(({ name }) => name === vue) ?? {}
    await sql`analyze ${sql.table(relation)}`.execute(transaction)
    await meanwhile()
  })
}

const VUES = await listVues(db)
const DERNIERE_VUE = VUES.at(-1)?.name ?? ''
const isAt = (id: string, vue: string) =>
  vi.waitFor(async () => expect((await readStatus(id)).current_view).toBe(vue), LONG)

beforeEach(async () => {
  await empty(db, 'donations', 'leases', 'rafraichissements')
  await insertDons(db, [don()])
})

describe('un rafraîchissement', () => {
  beforeEach(async () => {
    expect((await refreshAll()).statusCode).toBe(200)
  })

  test('se suit vue par vue, est rejoint, et montre tout à la fin, d’un même état des données', async () => {
    await insertDons(db, [don()])
    let id = ''
    await holdAt(DERNIERE_VUE, async () => {
      const [first, second] = await Promise.all([startRefresh(), startRefresh()])
      expect(second).toBe(first)
      id = first
      await isAt(id, DERNIERE_VUE)

      const status = await readStatus(id)
      expect(status.status).toBe('in_progress')
      expect(status.completed_views).toBe(VUES.length - 1)
      const current = status.views.at(-1)
      expect(current?.progress_percentage).toBeLessThanOrEqual(95)
      expect(current?.postgresql_info?.pid).toBeGreaterThan(0)
      expect(current?.current_duration).toBeGreaterThanOrEqual(0)
      expect(await readFraicheur()).toMatchObject({
        refresh_id: id,
        avancement: { completed_views: VUES.length - 1, total_views: VUES.length },
      })
      expect(await countDons(), 'les anciens chiffres').toBe(1)
      await insertDons(db, [don({ contact_id: 'arrivé entre-temps' })])
      await exclude(db, 'C1')
    })
    await waitForStatus(id, 'completed')

    expect(await get('/api/dashboard/stats/2024')).toMatchObject({
      total_donateurs: 1,
      total_donations: 2,
    })
    expect(await readFraicheur()).toMatchObject({ refresh_id: null, exclusions_plus_recentes: 1 })
    await reinstate(db, 'C1')
    const status = await readStatus(id)
    expect(status.views.map(({ name }) => name)).toEqual(VUES.map(({ name }) => name))
    for (const view of status.views) {
      expect(view).toMatchObject({ status: 'completed', progress_percentage: 100, error: null })
      expect(view.duration).toBeGreaterThan(0)
      expect(view.estimated_duration, 'durée du passage précédent').toBeGreaterThan(0)
    }
    expect(status.completed_views).toBe(VUES.length)
    expect(status.total_estimated_time).toBeGreaterThan(0)
  })

  // On several servers no import exchanges the partition.
  testOnOneServer(
    'qui commence pendant qu’un import remplace la table des dons voit l’avant ou l’après',
    async () => {
      let id = ''
      await db.transaction().execute(async (transaction) => {
        const run = (statement: string) => sql.raw(statement).execute(transaction)
        await run('lock table donations in access exclusive mode')
        id = await startRefresh()
        await vi.waitFor(async () => {
          const { rows } = await sql`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'
            and query = 'lock table donations in access share mode'`.execute(db)
          expect(rows, 'le rafraîchissement attend').toHaveLength(1)
        }, LONG)
        await run('create table depots.remplacante (like donations including all)')
        await run('insert into depots.remplacante select * from donations')
        await run('alter table donations detach partition partitions.donations_1')
        await run('drop table partitions.donations_1')
        await run('alter table depots.remplacante rename to donations_1')
        await run('alter table depots.donations_1 set schema partitions')
        await run(
          'alter table donations attach partition partitions.donations_1 for values from (minvalue) to (maxvalue)',
        )
      })
      await waitForStatus(id, 'completed')
      expect(await countDons()).toBe(1)
    },
  )

  test('B10 demandé après un import que celui en cours ne contient pas, en est un autre, qui attend sa fin', async () => {
    let [first, second] = ['', '']
    await holdAt(DERNIERE_VUE, async () => {
      first = await startRefresh()
      await isAt(first, DERNIERE_VUE)
      expect((await readFraicheur()).refresh_id).toBe(first)
      await importOne()

      expect(await readFraicheur()).toMatchObject({
        attendu: true,
        refresh_id: null,
        avancement: { completed_views: VUES.length - 1 },
      })
      second = await startRefresh()
      expect(second).not.toBe(first)
      expect(await startRefresh(), 'un seul attend').toBe(second)
      expect((await readFraicheur()).refresh_id).toBe(second)
      expect(await readStatus(second)).toMatchObject({
        status: 'pending',
        total_views: VUES.length,
        completed_views: 0,
        finished_at: null,
      })
    })
    await waitForStatus(second, 'completed')
    expect((await readStatus(first)).status).toBe('completed')
    expect(await countDons()).toBe(2)
    expect(await readFraicheur()).toMatchObject({ attendu: false, refresh_id: null })
  })

  test('B10 qui a laissé passer un import et recommencé le contient, et est rejoint', async () => {
    let id = ''
    await holdAt(DERNIERE_VUE, async () => {
      id = await startRefresh()
      await isAt(id, DERNIERE_VUE)
      await importOne()
      await sql`select pg_cancel_backend(backend_pid) from leases where job_id = ${id}`.execute(db)
      await vi.waitFor(async () => expect((await readFraicheur()).refresh_id).toBe(id), LONG)
      expect(await startRefresh()).toBe(id)
    })
    await waitForStatus(id, 'completed')
    expect(await countDons()).toBe(2)
  })

  test('[0.1.0 E] dont PostgreSQL perd le processus finit en erreur, sans toucher aux chiffres', async () => {
    await insertDons(db, [don()])
    let id = ''
    await holdAt(DERNIERE_VUE, async () => {
      id = await startRefresh()
      await isAt(id, DERNIERE_VUE)
      const { rows } = await sql<{ pid: number }>`
        select backend_pid as pid from leases where job_id = ${id}`.execute(db)
      await sql`select pg_terminate_backend(${rows[0]?.pid}::integer)`.execute(db)
    })
    await waitForStatus(id, 'error')

    const status = await readStatus(id)
    expect(status.error).toContain('Les chiffres précédents restent affichés')
    expect(status.views.at(-1)?.status).toBe('error')
    expect(status.completed_views, 'aucune vue n’a changé').toBe(0)
    for (const view of status.views.slice(0, -1))
      expect(view).toMatchObject({ status: 'error', annulee: true, progress_percentage: 0 })
    expect(status.views.at(-1)?.annulee).toBe(false)
    expect(await countDons()).toBe(1)
    expect((await readFraicheur()).echec_id).toBe(id)
    expect((await refreshAll()).statusCode).toBe(200)
    expect((await readFraicheur()).echec_id).toBeNull()
    expect(await countDons()).toBe(2)
  })

  test('que plus personne ne porte finit en erreur, et ne peut plus rien écrire', async () => {
    await insertDons(db, [don()])
    let id = ''
    await holdAt(DERNIERE_VUE, async () => {
      id = await startRefresh()
      await isAt(id, DERNIERE_VUE)
      // Until it is seen: the heartbeat of the living refresh may come in between.
      await vi.waitFor(async () => {
        await sql`update leases set renewals = null`.execute(db)
        expect((await readStatus(id)).status).toBe('error')
      }, LONG)
    })

    expect((await refreshAll()).statusCode).toBe(200)
    expect((await readStatus(id)).status).toBe('error')
    expect(await countDons()).toBe(2)
  })

  test('pendant lequel la liste des exclus est rétablie ne publie pas ce qu’il avait lu avant', async () => {
    await sql`insert into donateurs_exclus values ('C1', 7)`.execute(db)
    let id = ''
    await holdAt(DERNIERE_VUE, async () => {
      id = await startRefresh()
      await isAt(id, DERNIERE_VUE)
      await sql`select * from reconstruire_donateurs_exclus()`.execute(db)
    })
    await waitForStatus(id, 'error')
    expect((await readStatus(id)).error).toContain('Les chiffres précédents restent affichés')
    expect(await countDons()).toBe(1)
    expect((await refreshAll()).statusCode).toBe(200)
    expect(await countDons()).toBe(1)
  })

  test('déclaré mort ne publie pas les chiffres qu’il finissait de calculer', async () => {
    await insertDons(db, [don()])
    let id = ''
    await holdAt(DERNIERE_VUE, async () => {
      id = await startRefresh()
      await isAt(id, DERNIERE_VUE)
      await sql`update rafraichissements set status = 'error' where id = ${id}`.execute(db)
    })
    await vi.waitFor(async () => {
      const { rows } = await sql`
        select from pg_locks
        where relation = ${DERNIERE_VUE}::regclass and mode = 'ExclusiveLock'`.execute(db)
      expect(rows, 'sa transaction est finie').toHaveLength(0)
    }, LONG)
    expect(await countDons()).toBe(1)
  })

  test('la fraîcheur compte les exclusions plus récentes que les chiffres', async () => {
    const before = await readFraicheur()
    expect(before.calcule_le).not.toBeNull()
    expect(before.exclusions_plus_recentes).toBe(0)

    await exclude(db, 'C2')
    expect(await readFraicheur()).toMatchObject({
      exclusions_plus_recentes: 1,
      exclusions_comprises: true,
      attendu: false,
    })

    await refreshAll()
    expect((await readFraicheur()).exclusions_plus_recentes).toBe(0)
  })
})

test('un rafraîchissement inconnu est introuvable', async () => {
  for (const id of ['nimporte', '00000000-0000-4000-8000-000000000000']) {
    const response = await app.inject(`/api/analytics/refresh-views-status/${id}`)
    expect(response.statusCode).toBe(404)
    expect(response.json()).toEqual({
      detail: 'Ce rafraîchissement n’existe pas.',
      code: 'introuvable',
    })
  }
})

testOnOneServer(
  'les faits d’avant restent à qui les tient, sans erreur dans le journal de la base, et partent ensuite',
  async () => {
    await dropOldFacts(db)
    const { rows } = await sql<{ index: string }>`
      select indexrelid::regclass::text as index
      from pg_inherits
      join pg_index on indrelid = inhrelid
      where inhparent = 'faits_donateurs'::regclass`.execute(db)
    const index = rows[0]?.index ?? ''
    await db.transaction().execute(async (holder) => {
      await sql`comment on index ${sql.raw(index)} is 'tenu'`.execute(holder)
      await insertDons(db, [don()])
      expect((await refreshAll()).statusCode).toBe(200)
      await dropOldFacts(db)
      const { rows: left } = await sql`select to_regclass(${index})::oid as left`.execute(db)
      expect(left).toEqual([{ left: expect.any(Number) }])
    })
    await dropOldFacts(db)
    const { rows: gone } = await sql`select to_regclass(${index}) as left`.execute(db)
    expect(gone).toEqual([{ left: null }])
  },
)

/** What somebody is shown who asks for a refresh. */
const actualiser = async () => (await refreshAll()).json<RefreshStatus>()

const inchangees = ({ views }: RefreshStatus) =>
  views.filter(({ inchangee }) => inchangee).map(({ name }) => name)

const readB10 = async () => {
  const { rows } = await sql<{ nom: string; differentes: number }>`
    select nom, differentes from chiffres_compares where nom = 'donateurs_annees'`.execute(db)
  return rows
}

testOnOneServer(
  'sans rien de nouveau recompte tout sans rien écrire, et dit chaque vue inchangée',
  async () => {
    await importOne()
    const first = await actualiser()
    expect(inchangees(first)).toEqual([])
    const { rows: avant } = await sql`select generation from faits_publies`.execute(db)

    const again = await actualiser()
    expect(again.views.every(({ status }) => status === 'completed')).toBe(true)
    expect(again.completed_views).toBe(VUES.length)
    expect(inchangees(again)).toEqual(VUES.slice(1).map(({ name }) => name))
    expect(await readB10()).toEqual([{ nom: 'donateurs_annees', differentes: 0 }])
    expect((await sql`select generation from faits_publies`.execute(db)).rows).toEqual(avant)

    // Estimates are of views that were computed.
    await insertDons(db, [don()])
    const { views } = await actualiser()
    expect(views.every(({ inchangee }) => !inchangee)).toBe(true)
    expect(await countDons()).toBe(3)
  },
)

testOnOneServer(
  'sans rien de nouveau trouve ce que quelqu’un a changé, le dit et calcule tout',
  async () => {
    await actualiser()
    for (const change of [
      `update faits_donateurs set montant = montant + 1 where contact_id = 'C1'`,
      // A series too many, gifts beside their facts, and the breakdown.
      `insert into series_dons select 1, false, '2024-01-01', null, '2024-02-01', 'C1', 5, '{}', '{}'`,
      `update dons_croises set media = 'AUTRE'`,
      `update ventilation_contacts set nouveaux = nouveaux + 1`,
    ]) {
      await sql.raw(change).execute(db)
      expect(inchangees(await actualiser()), change).toEqual([])
      const [{ differentes } = { differentes: 0 }] = await readB10()
      expect(differentes, change).toBeGreaterThan(0)
      expect(await readTables(db), change).toEqual(await expectedTables(db))
    }
    await actualiser()
    expect(await readB10()).toEqual([{ nom: 'donateurs_annees', differentes: 0 }])
  },
)

describe('des données de démonstration', () => {
  test.each(['donateurs', 'donations'] as const)(
    'sont dites tant qu’il en reste dans les %s',
    async (table) => {
      expect((await readFraicheur()).demonstration).toBe(false)
      const header =
        table === 'donateurs' ? 'contact_id;nom' : 'id;order_amount;order_date;contact_id'
      const row = table === 'donateurs' ? 'DEMO-C999901;Essai' : 'X;30;2024-05-01;DEMO-C999901'
      await importFile(app, table, `${header}\n${row}\n`)
      expect((await readFraicheur()).demonstration).toBe(true)
      await empty(db, 'donations', 'donateurs')
      expect((await readFraicheur()).demonstration).toBe(false)
    },
  )
})
