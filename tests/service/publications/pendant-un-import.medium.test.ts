import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Difference, Publications } from '../../../service/contract/publications'
import { get, refresh } from '../../support/analyses'
import { PATIENCE } from '../../support/hasard'
import { importFile } from '../../support/imports'
import { startService, type TestService } from '../../support/service'

const HEAD = 'id;montant;date;contact\n'

const BEFORE = `${HEAD}1;10;2024-01-01;A\n2;20;2024-01-02;B\n3;40;2024-01-03;C\n`

/** An import that changes A and C, and waits for a gift of C once it has noted what it changes; lets it go on to its end. */
async function importHeld({
  app,
  database: { db, pool },
}: TestService): Promise<() => Promise<void>> {
  const holder = await pool.connect()
  await holder.query("begin; select from donations where id = '3' for update")
  const running = importFile(app, 'donations', `${HEAD}1;100;2024-01-01;A\n3;400;2024-01-03;C\n`)
  const isWaiting = async () =>
    (
      await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%update "donations"%'`.execute(
        db,
      )
    ).rows.length
  await expect.poll(isWaiting, { timeout: PATIENCE, interval: 10 }).toBe(1)
  return async () => {
    await holder.query('commit')
    holder.release()
    expect((await running).status).toBe('completed')
  }
}

// What waits on another server does not show here.
test(
  'un donateur exclu et publié pendant un import n’y compte plus : l’import garde son effet propre',
  { timeout: PATIENCE },
  async () => {
    const service = await startService()
    const { app } = service
    await importFile(app, 'donations', BEFORE)
    await refresh(app)

    const release = await importHeld(service)
    const payload = { contact_id: 'A' }
    const excluded = await app.inject({ method: 'POST', url: '/api/exclusions/exclure', payload })
    expect(excluded.statusCode, excluded.body).toBe(200)
    await refresh(app)
    await release()
    await refresh(app)

    const { publications } = await get<Publications>(app, '/api/publications')
    const [latest, , first] = publications.map(({ numero }) => numero)
    const query = `chiffre=montant-total&annee=2024&de=${first}&a=${latest}`
    const found = await get<Difference>(app, `/api/publications/difference?${query}`)
    expect(found).toMatchObject({ avant: 70, apres: 420 })
    expect(found.contributions.map(({ cause, effet }) => [cause.slice(0, 9), effet])).toEqual([
      ['Exclusion', -10],
      ['Import de', 360],
    ])
  },
)

test(
  '[C] une décision prise pendant un import vient avant lui, à la date où chacun a pris effet',
  { timeout: PATIENCE },
  async () => {
    const service = await startService()
    const { app } = service
    await importFile(app, 'donations', BEFORE)
    await refresh(app)
    const release = await importHeld(service)
    const post = (url: string) =>
      app.inject({ method: 'POST', url, payload: { contact_id: 'A', raison: 'Vérifié' } })
    expect((await post('/api/exclusions/exclure')).statusCode).toBe(200)
    await release()
    expect((await post('/api/exclusions/reintegrer')).statusCode).toBe(200)
    await refresh(app)

    const found = await get<Difference>(
      app,
      '/api/publications/difference?chiffre=montant-total&annee=2024&de=1&a=2',
    )
    expect(found).toMatchObject({ avant: 70, apres: 520, ecart: 450 })
    expect(
      found.contributions.map(({ cause, effet, cumul }) => [cause.slice(0, 9), effet, cumul]),
    ).toEqual([
      ['Exclusion', -10, 60],
      ['Import de', 360, 420],
      ['Réintégra', 100, 520],
    ])
    const dates = found.contributions.map(({ le }) => le)
    expect(dates).toEqual([...dates].sort())
  },
)

test('de deux imports avant une publication, chacun compte les donateurs qu’il fait venir et partir', async () => {
  const { app } = await startService()
  await importFile(app, 'donations', BEFORE)
  await refresh(app)
  await importFile(app, 'donations', `${HEAD}4;5;2024-02-01;D\n`)
  // A second gift of D, who is counted already; the only one of B becomes C's.
  await importFile(app, 'donations', `${HEAD}5;5;2024-02-02;D\n2;20;2024-01-02;C\n`)
  await refresh(app)

  const found = await get<Difference>(
    app,
    '/api/publications/difference?chiffre=donateurs&annee=2024&de=1&a=2',
  )
  expect(found).toMatchObject({ avant: 3, apres: 3 })
  expect(found.contributions.map(({ cause, effet }) => [cause.slice(0, 9), effet])).toEqual([
    ['Import de', 1],
    ['Import de', -1],
  ])
})

test('ce qu’un import donne à des contacts réunis se dit dans son année, et dans aucune autre', async () => {
  const { app } = await startService()
  await importFile(
    app,
    'donations',
    `${HEAD}1;10;2023-01-01;A\n2;20;2024-01-02;A\n3;5;2024-01-03;B\n`,
  )
  await refresh(app)
  const merged = await app.inject({
    method: 'POST',
    url: '/api/donateurs/fusionner',
    payload: { raison: 'une personne', groupes: [{ principal: 'A', contacts: ['B'] }] },
  })
  expect(merged.statusCode, merged.body).toBe(200)
  await importFile(app, 'donations', `${HEAD}4;30;2024-02-01;B\n`)
  await refresh(app)

  const told = async (annee: number) => {
    const found = await get<Difference>(
      app,
      `/api/publications/difference?chiffre=montant-total&annee=${annee}&de=1&a=2`,
    )
    return [
      found.avant,
      found.apres,
      ...found.contributions.map(({ cause, effet }) => [cause.slice(0, 6), effet]),
    ]
  }
  expect(await told(2023)).toEqual([10, 10])
  expect(await told(2024)).toEqual([25, 55, ['Import', 30]])
})

test(
  '[C] un gros import, qui ne distingue pas chaque donateur, reste avant les décisions prises pendant lui',
  { timeout: PATIENCE },
  async () => {
    const service = await startService()
    const { app, database } = service
    await importFile(app, 'donations', BEFORE)
    await refresh(app)
    const release = await importHeld(service)
    const payload = { contact_id: 'A' }
    const excluded = await app.inject({ method: 'POST', url: '/api/exclusions/exclure', payload })
    expect(excluded.statusCode, excluded.body).toBe(200)
    await release()
    // What an import of more than 200,000 changes notes of donors whom the log did not name when it began: nothing.
    await sql`update journal_imports set evenement = 0, suivies = 0`.execute(database.db)
    await sql`delete from journal_dons`.execute(database.db)
    await refresh(app)

    const found = await get<Difference>(
      app,
      '/api/publications/difference?chiffre=montant-total&annee=2024&de=1&a=2',
    )
    expect(
      found.contributions.map(({ cause, effet, cumul }) => [cause.slice(0, 9), effet, cumul]),
    ).toEqual([
      ['Import de', 450, 520],
      ['Exclusion', -100, 420],
    ])
    const dates = found.contributions.map(({ le }) => le)
    expect(dates).toEqual([...dates].sort())
  },
)
