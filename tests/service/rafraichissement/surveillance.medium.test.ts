import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildApp } from '../../../service/app'
import { readConfig } from '../../../service/config'
import { createMetrics } from '../../../service/metrics'
import { connect, type Db } from '../../../service/platform/database/connect'
import { endBackend, noteBackend } from '../../../service/platform/jobs/lease'
import { beginOrJoin } from '../../../service/publication/rafraichissement/begin'
import { expireDead } from '../../../service/publication/rafraichissement/entry'
import { readDue, readFraicheur } from '../../../service/publication/rafraichissement/fraicheur'
import { createRefresher } from '../../../service/publication/rafraichissement/refresher'
import { readStatus } from '../../../service/publication/rafraichissement/status'
import { exclude } from '../../support/exclusion'
import { createDatabase } from '../../support/service'
import { empty } from '../../support/vider'

/** How long a busy machine may take. */
const LONG = { timeout: 120_000 }

const database = await createDatabase()
const { db, url } = database
/** What the service itself works with; the tests may do more. */
const service = connect(database.serviceUrl)
const log = pino({ level: 'silent' })
const metrics = createMetrics({ principal: database.pool })
const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'dons-surveillance-'))
const config = readConfig({ DATABASE_URL: url, DATA_DIR })
afterAll(async () => {
  await service.close()
  await database.drop()
  await rm(DATA_DIR, { recursive: true, force: true })
})

async function refresh(): Promise<void> {
  const refresher = createRefresher({ database: service, log, metrics })
  await refresher.start()
  await vi.waitFor(async () => expect((await readFraicheur(db)).refresh_id).toBeNull(), LONG)
}

/** An age that stays recent, however slowly the machine goes on: it lies a minute ahead. */
const JUST_NOW = -60

/** Makes every exclusion `seconds` older, as if that time had passed. */
async function letTimePass(seconds: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`alter table evenements_exclusion disable trigger user`.execute(transaction)
    await sql`
      update evenements_exclusion set survenu_le = survenu_le - ${seconds} * interval '1 second'
    `.execute(transaction)
    await sql`alter table evenements_exclusion enable trigger user`.execute(transaction)
  })
}

/** No event is dated before the one that it follows: those of earlier tests must not lie ahead. */
beforeEach(async () => {
  await letTimePass(3600)
  await empty(db, 'leases', 'rafraichissements')
})

test('les chiffres qui manquent sont à calculer, puis plus', async () => {
  expect((await readDue(db)).du).toBe(true)
  await refresh()
  expect((await readDue(db)).du).toBe(false)
})

test('une exclusion attend deux secondes la suivante avant de faire recalculer', async () => {
  await refresh()
  await exclude(db, 'A')
  await letTimePass(JUST_NOW)
  expect((await readDue(db)).du, 'aussitôt').toBe(false)

  await letTimePass(3 - JUST_NOW)
  expect((await readDue(db)).du, 'trois secondes après').toBe(true)

  await exclude(db, 'B')
  await letTimePass(JUST_NOW)
  expect((await readDue(db)).du, 'une autre vient de suivre').toBe(false)

  await refresh()
  expect((await readDue(db)).du, 'recalculé').toBe(false)
})

test('une suite d’exclusions sans fin fait recalculer au bout de trente secondes', async () => {
  await refresh()
  await exclude(db, 'C')
  await letTimePass(31)
  await exclude(db, 'D')
  expect((await readDue(db)).du).toBe(true)
})

const finishImport = (inseres: number, modifies = 0) =>
  sql`
    with fichier as (
      insert into fichiers (fichier_id, type, nom, en_depot)
      values (gen_random_uuid(), 'donations', 'Donations.csv', false)
      returning fichier_id
    )
    insert into imports (fichier_id, statut, resultat)
    select fichier_id, 'completed', jsonb_build_object('inseres', ${inseres}::integer, 'modifies', ${modifies}::integer)
    from fichier`.execute(db)

test('un import qui a écrit fait recalculer aussitôt, et se voit jusque-là', async () => {
  await refresh()

  await finishImport(0)
  expect((await readDue(db)).du, 'rien de nouveau').toBe(false)
  await finishImport(3)
  expect((await readDue(db)).du).toBe(true)
  expect(await readFraicheur(db)).toMatchObject({ imports_plus_recents: 1, attendu: true })

  await refresh()
  expect(await readFraicheur(db)).toMatchObject({ imports_plus_recents: 0, attendu: false })
  await finishImport(0, 2)
  expect((await readDue(db)).du, 'des dons modifiés').toBe(true)
})

test('la liste des exclus reconstruite fait recalculer où elle était fausse', async () => {
  const rebuild = () => sql`select * from reconstruire_donateurs_exclus()`.execute(db)
  await refresh()
  await rebuild()
  expect((await readDue(db)).du, 'elle était juste').toBe(false)

  await sql`insert into donateurs_exclus values ('Z', 7)`.execute(db)
  await rebuild()
  expect((await readDue(db)).du).toBe(true)
  expect((await readFraicheur(db)).attendu).toBe(true)
  await refresh()
  expect((await readDue(db)).du, 'recalculé').toBe(false)
})

test('un autre motif VFL fait recalculer', async () => {
  await refresh()
  await sql`update parametres set campagne_vfl_motif = 'LEGS'`.execute(db)
  expect((await readDue(db)).du).toBe(true)
})

test('après un échec, le rafraîchissement automatique attend, de plus en plus', async () => {
  const failAgo = (seconds: number) =>
    sql`
      insert into rafraichissements (id, status, commence_le, termine_le)
      values (gen_random_uuid(), 'error', now(), now() - ${seconds} * interval '1 second')
    `.execute(db)

  await failAgo(JUST_NOW)
  expect((await readDue(db)).du).toBe(false)
  await empty(db, 'leases', 'rafraichissements')
  await failAgo(20)
  expect((await readDue(db)).du).toBe(true)
  await failAgo(20)
  expect((await readDue(db)).du, 'deux échecs de suite').toBe(false)
})

describe('Une horloge qui recule', () => {
  /** What was written so far was written by a clock that went an hour ahead. */
  const stepBack = () =>
    sql`
      update rafraichissements
      set commence_le = commence_le + interval '1 hour', termine_le = termine_le + interval '1 hour'
    `.execute(db)

  test('[0.1.0 B6] ne fait pas rafraîchir sans fin', async () => {
    await refresh()
    await stepBack()
    await exclude(db, 'H')
    await letTimePass(3)
    expect((await readDue(db)).du, 'une exclusion').toBe(true)
    await refresh()
    expect((await readDue(db)).du, 'recalculé').toBe(false)
    expect((await readFraicheur(db)).exclusions_plus_recentes).toBe(0)
  })

  test('[0.1.0 B6] ne retarde pas l’effet d’une exclusion, ni ce qui suit un échec', async () => {
    await refresh()
    await exclude(db, 'I')
    await letTimePass(-3600)
    expect((await readDue(db)).du, 'datée d’une heure plus tard').toBe(true)
    await sql`
      insert into rafraichissements (id, status, termine_le)
      values (gen_random_uuid(), 'error', now())`.execute(db)
    expect((await readDue(db)).du, 'un échec récent').toBe(false)
    await stepBack()
    expect((await readDue(db)).du, 'un échec daté d’une heure plus tard').toBe(true)
    await letTimePass(3600)
  })
})

test('lire où en est un rafraîchissement mort le dit échoué sans rien écrire, et la surveillance l’achève', async () => {
  const { id } = await beginOrJoin(db)
  await sql`
    update leases set renewals = null where job_id = ${id}`.execute(db)
  const reading = (read: (transaction: Db) => Promise<unknown>) =>
    db.transaction().setAccessMode('read only').execute(read)
  expect(await reading((transaction) => readStatus(transaction, id))).toMatchObject({
    status: 'error',
    error: expect.stringContaining('Les chiffres précédents restent affichés'),
    finished_at: expect.any(String),
  })
  expect(await reading(readFraicheur)).toMatchObject({ refresh_id: null })
  const written = () =>
    db.selectFrom('rafraichissements').select('status').where('id', '=', id).executeTakeFirst()
  expect(await written()).toEqual({ status: 'in_progress' })
  await expireDead(db)
  expect(await written()).toEqual({ status: 'error' })
})

test('B10 un rafraîchissement qui attend est fait par un autre service, où les deux premiers sont morts', async () => {
  await refresh()
  const running = await beginOrJoin(db)
  await finishImport(1)
  const asked = await beginOrJoin(db)
  expect(asked).toEqual({ id: expect.any(String) })
  expect(asked.id).not.toBe(running.id)
  expect((await readDue(db)).du, 'le premier semble en vie').toBe(false)

  await sql`update leases set renewals = null`.execute(db)
  const others = [1, 2].map(() => createRefresher({ database: service, log, metrics }))
  for (const other of others) other.watch()
  await vi.waitFor(
    async () => expect(await readStatus(db, asked.id)).toMatchObject({ status: 'completed' }),
    LONG,
  )
  await Promise.all(others.map((other) => other.stop()))
  expect(await readStatus(db, running.id)).toMatchObject({ status: 'error' })
  expect(await readFraicheur(db)).toMatchObject({ attendu: false, imports_plus_recents: 0 })
  const { rows } = await sql`select from rafraichissements`.execute(db)
  expect(rows, 'un seul a compris l’import').toHaveLength(3)
})

test('B10 le service qui s’arrête répond à qui attend un rafraîchissement qui n’a pas commencé', async () => {
  const app = await buildApp({ config, log, ...connect(database.serviceUrl) })
  await beginOrJoin(db)
  await finishImport(1)
  const answer = app.inject({ method: 'POST', url: '/api/analytics/refresh-views' })
  await vi.waitFor(async () => {
    const { rows } = await sql`select from rafraichissements where status = 'pending'`.execute(db)
    expect(rows).toHaveLength(1)
  }, LONG)
  await app.close()
  expect((await answer).statusCode).toBe(503)
  expect((await answer).json()).toMatchObject({ detail: expect.stringContaining('s’est arrêté') })
})

test('un rafraîchissement terminé n’emporte pas la connexion qu’il a rendue', async () => {
  await db.connection().execute(async (connection) => {
    const { job } = await beginOrJoin(db)
    if (!job) throw new Error('un rafraîchissement est déjà en cours')
    await connection.transaction().execute((calcul) => noteBackend(calcul, db, job))

    await endBackend(db, job)

    await expect(sql`select 1`.execute(connection)).resolves.toBeDefined()
  })
})

test('le service qui écoute calcule de lui-même, au départ puis après une exclusion', async () => {
  const app = await buildApp({ config, log, ...connect(database.serviceUrl) })
  await app.listen({ port: 0, host: '127.0.0.1' })

  await vi.waitFor(async () => expect((await readFraicheur(db)).calcule_le).not.toBeNull(), LONG)
  await exclude(db, 'E')
  await vi.waitFor(async () => expect((await readFraicheur(db)).exclusions_plus_recentes).toBe(0), {
    timeout: 60_000,
  })
  await app.close()
})

test('le service qui s’arrête rend la main sans attendre la fin d’un rafraîchissement', async () => {
  const app = await buildApp({ config, log, ...connect(database.serviceUrl) })
  await db.transaction().execute(async (transaction) => {
    await sql`analyze dons_par_mois_entier`.execute(transaction)
    const start = await app.inject({
      method: 'POST',
      url: '/api/analytics/refresh-views-progressive',
    })
    const { refresh_id: id } = start.json<{ refresh_id: string }>()
    await vi.waitFor(async () => {
      const response = await app.inject(`/api/analytics/refresh-views-status/${id}`)
      expect(response.json()).toMatchObject({ current_view: 'dons_par_mois' })
    }, LONG)
    await app.close()
    const ended = await db
      .selectFrom('rafraichissements')
      .select(['status', 'error'])
      .where('id', '=', id)
      .executeTakeFirst()
    expect(ended?.status).toBe('error')
    expect(ended?.error).toContain('Le service s’est arrêté')
  })
})

test('le service qui s’arrête aussitôt ne laisse aucun rafraîchissement en cours derrière lui', async () => {
  for (let turn = 0; turn < 5; turn++) {
    const refresher = createRefresher({ database: service, log, metrics })
    refresher.watch()
    await refresher.stop()
    expect((await readFraicheur(db)).refresh_id).toBeNull()
    await empty(db, 'leases', 'rafraichissements')
  }
})
