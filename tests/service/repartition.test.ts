import { type RawBuilder, sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { connect } from '../../service/platform/database/connect'
import { MIGRATIONS, readFiles, runFile } from '../../service/platform/database/migration/files'
import { migrateAsOwner } from '../../service/platform/database/prepare'
import { refresh } from '../support/analyses'
import { don, insertDons } from '../support/dons'
import { exclude } from '../support/exclusion'
import { PATIENCE } from '../support/hasard'
import { importFile } from '../support/imports'
import { databaseUrl } from '../support/postgres'
import { publier } from '../support/publier'
import { runOnce, startService } from '../support/service'
import { lockTable } from '../support/verrou'

const DONS = 20_000
const DONATEURS = 5_000

/** In bytes, of all that a plan says that the coordinator received. */
const received = (plan: string): number =>
  [...plan.matchAll(/Tuple data received from nodes: (\d+) (bytes|kB|MB)/g)].reduce(
    (sum, [, number, unit]) =>
      sum + Number(number) * (unit === 'MB' ? 1024 ** 2 : unit === 'kB' ? 1024 : 1),
    0,
  )

test('chaque serveur calcule pour ses donateurs : seuls de petits résultats reviennent', async () => {
  const { database } = await startService()
  await insertDons(
    database.db,
    Array.from({ length: DONS }, (_, at) =>
      don({
        id: `D${at}`,
        contact_id: `C${at % DONATEURS}`,
        order_date: `20${20 + (at % 4)}-0${1 + (at % 9)}-1${at % 7}`,
        order_amount: 10 + (at % 50),
      }),
    ),
  )
  await publier(database.db)
  const { rows } = await sql<{ vue: string }>`
      select matviewname as vue from pg_matviews where schemaname = 'public'`.execute(database.db)
  let all = 0
  for (const { vue } of rows) {
    const {
      rows: [definition],
    } = await sql<{ question: string }>`
        select pg_get_viewdef(${vue}::regclass) as question`.execute(database.db)
    const plan = await database.pool.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, costs off, timing off) ${definition?.question}`,
    )
    const bytes = received(plan.rows.map((row) => row['QUERY PLAN']).join('\n'))
    // One fact has more than a hundred bytes, and there are at least as many as donors.
    expect(bytes, vue).toBeLessThan(DONATEURS * 100)
    all += bytes
  }
  expect(all).toBeGreaterThan(0)
})

test('le schéma suit le programme là aussi, et garde les chiffres', async () => {
  const { app, database } = await startService()
  await insertDons(database.db, [don({ order_amount: 12.5 }), don({ id: 'b', contact_id: 'C2' })])
  await refresh(app)
  const name = new URL(database.url).pathname.slice(1)
  for (const url of [database.url, ...inject('workers')])
    await runOnce(url, `alter database ${name} owner to dons_owner`)
  const owner = connect(databaseUrl(inject('ownerUrl'), name))
  const figures = async () =>
    (await sql`select * from dons_par_mois order by annee, mois, 1`.execute(database.db)).rows
  const before = await figures()
  expect(before.length).toBeGreaterThan(0)
  try {
    expect(await migrateAsOwner(owner.db)).toEqual([])
    // A table as a file of `tables/` makes it there: what it holds fills views of the service's.
    await sql`alter table dons_croises owner to dons_owner`.execute(database.db)
    await sql`update schema_fichiers set empreinte = 'autre' where fichier like 'vues/carrieres_calcul%'
      or fichier like 'vues/croisements%'
      or fichier like 'vues/donateurs_annees%' or fichier like 'fonctions/plier_texte%'`.execute(
      database.db,
    )
    const applied = await migrateAsOwner(owner.db)
    expect(applied).toEqual(
      expect.arrayContaining([
        'vues/carrieres_calcul',
        'vues/carrieres',
        'vues/donateurs_annees',
        'fonctions/plier_texte',
      ]),
    )
    expect(await migrateAsOwner(owner.db)).toEqual([])
    expect(await figures()).toEqual(before)
    await refresh(app)
    expect(await figures()).toEqual(before)
  } finally {
    await owner.close()
  }
})

test('un ancien fichier qui compare des cartes, là où elles sont, à ce que le coordinateur garde le fait aussi', async () => {
  const { database } = await startService()
  await insertDons(database.db, [don({ contact_id: 'C1', order_date: '2024-05-06' })])
  await sql`insert into donateurs (contact_id, lastname) values ('C1', 'Durand')`.execute(
    database.db,
  )
  const files = await readFiles(MIGRATIONS, 'repartition')
  const file = files.find(({ name }) => name === '0497_fiches_dites')
  const told = database.db.transaction().execute(async (tx) => {
    await sql`drop table fiches_dites, fiches_dites_avant_import cascade`.execute(tx)
    if (file) await runFile(tx, file)
    const { rows } =
      await sql`select contact_id, lastname::text, firstname from fiches_dites`.execute(tx)
    throw new Error(JSON.stringify(rows))
  })
  await expect(told).rejects.toThrow(
    '[{"contact_id":"C1","lastname":"2024-05-06","firstname":null}]',
  )
})

/** The processes by which the servers answer one connection; it has asked them before. */
async function findServing(pid: number): Promise<number[]> {
  const found: number[] = []
  for (const url of inject('workers')) {
    const server = connect(url, { max: 1 })
    const { rows } = await server.pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name like '%gpid=%' || lpad(${pid}::text, 10, '0')`,
    )
    found.push(...rows.map((row) => row.pid))
    await server.close()
  }
  expect(found.length).toBeGreaterThan(0)
  return found
}

test('[C] une lecture pendant une publication ne mêle pas les chiffres d’avant et ceux d’après', async () => {
  const { app, database } = await startService()
  const contacts = Array.from({ length: 40 }, (_, at) => `C${at}`)
  await insertDons(
    database.db,
    contacts.map((contact_id, at) =>
      don({ id: `D${at}`, contact_id, order_date: '2024-03-02', order_amount: 10 }),
    ),
  )
  await refresh(app)
  for (const contact of contacts.slice(16)) await exclude(database.db, contact)

  const reader = connect(database.url, { max: 1 })
  const { rows } = await sql<{ pid: number }>`
    select pg_backend_pid() as pid, count(*) from faits_donateurs`.execute(reader.db)
  const pid = rows[0]?.pid ?? 0
  const serving = await findServing(pid)
  const count = async (where: RawBuilder<unknown>) =>
    (await sql`select from pg_stat_activity where ${where}`.execute(database.db)).rows.length

  // The refresh is held just before it commits, the reader between the coordinator's answer and the servers'.
  const letPublish = await lockTable(database.url, 'publications')
  const refreshed = refresh(app)
  const isPublishing = () =>
    count(sql`wait_event_type = 'Lock' and query like '%publier%' and datname = current_database()`)
  await expect.poll(isPublishing, { timeout: PATIENCE }).toBe(1)
  for (const server of serving) process.kill(server, 'SIGSTOP')
  const read = sql`
    select
      (select sum(nombre) from dons_par_jour_a_jour) as dons,
      (select sum(nombre) from donateurs_par_jour_a_jour) as donateurs`.execute(reader.db)
  const isReading = () => count(sql`pid = ${pid} and state = 'active' and wait_event is not null`)
  await expect.poll(isReading, { timeout: PATIENCE }).toBe(1)
  await letPublish()
  await refreshed
  for (const server of serving) process.kill(server, 'SIGCONT')

  expect((await read).rows).toEqual([{ dons: 16, donateurs: 16 }])
  await reader.close()
})

test('[C] un import n’est dit terminé que lorsque tous les serveurs l’ont écrit', async () => {
  const { app, database } = await startService()
  const { upload_id } = await importFile(
    app,
    'donations',
    'id;montant;date;contact\n1;5;2024-02-01;A\n',
  )
  // As a commit does that has reached the coordinator alone.
  const letCommit = await lockTable(database.url, 'passage')
  const asked = app.inject(`/api/upload/status/${upload_id}`)
  const isWaiting = async () => {
    const { rows } = await sql`
      select from pg_stat_activity
      where wait_event_type = 'Lock' and query like '%passage%'
        and datname = current_database()`.execute(database.db)
    return rows.length
  }
  await expect.poll(isWaiting, { timeout: PATIENCE }).toBe(1)
  await letCommit()
  expect((await asked).json()).toMatchObject({ status: 'completed' })
})
