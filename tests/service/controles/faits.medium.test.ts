import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { recountNext } from '../../../service/publication/controles/faits'
import { refresh } from '../../support/analyses'
import { auditInThread } from '../../support/audit'
import { verifier } from '../../support/controles'
import { importFile } from '../../support/imports'
import { startService, testOnOneServer } from '../../support/service'

const { app, database, config } = await startService()
const { db } = database

const FILE = [
  'id;montant;date;contact;media;campagne;origine;produit',
  '1;10;2022-05-01;A;M1;VFL22;O1;P1',
  '2;20,50;2023-05-01;A;M1;;;P2',
  '3;30;2023-06-01;A;M2;C1;;P2',
  '4;40;2023-07-01;A;M3;VFL23;O2;',
  '5;50;2024-07-01;A;M3;C2;O2;',
  '6;40;2023-06-30;B;;;;',
  '7;0;2023-07-01;D;M1;C1;;',
  '8;60;2021-02-28;É;M1;C1;;P1',
].join('\n')

const compare = async () => (await verifier(app)).filter(({ code }) => code === 'B9')

/** A walk through all that there is to recount. */
async function walk(): Promise<void> {
  for (let step = 0; step < 4; step++) await recountNext(db)
}

const audit = (...args: string[]) =>
  auditInThread({ DATABASE_URL: database.serviceUrl, DATA_DIR: config.DATA_DIR }, ...args)

beforeAll(async () => {
  expect(await importFile(app, 'donations', FILE)).toMatchObject({ status: 'completed' })
  await app.inject({ method: 'POST', url: '/api/exclusions/exclure', payload: { contact_id: 'É' } })
  await refresh(app)
})

test('[A3] des faits justes sont tous recomptés, et aucun n’est en écart', async () => {
  await walk()
  expect(await compare()).toMatchObject([{ gauche: 3, droite: 3, concordant: true }])
  const { report } = await audit('--faits')
  expect(report).toContain('recomptés depuis les dons, conformes (3 donateurs, 5 années de dons)')
  expect(report).toMatch(/Contrôles +: (\d+) sur \1 concordants/)
})

const FACT = `generation = (select generation from faits_publies) and contact_id = 'A' and annee = 2023`

/** Every column of a published fact, but which one it is of; each by another value of its type. */
const { rows: COLUMNS } = await sql<{ nom: string; type: string }>`
  select attname as nom, format_type(atttypid, atttypmod) as type
  from pg_attribute
  where attrelid = 'faits_donateurs'::regclass and attnum > 0 and not attisdropped
    and attname not in ('generation', 'contact_id', 'annee')
  order by attnum`.execute(db)

const OTHER: Record<string, (column: string) => string> = {
  integer: (column) => `coalesce(${column}, 0) + 1`,
  smallint: (column) => `(coalesce(${column}, 2000) + 1)::smallint`,
  numeric: (column) => `coalesce(${column}, 0) + 0.01`,
  date: (column) => `coalesce(${column}, '2000-01-01') + 1`,
  boolean: (column) => `${column} is not true`,
  text: (column) => `coalesce(${column}, '') || 'x'`,
  'text[]': (column) => `array_append(${column}, 'x')`,
}

test('[A3] toute colonne changée d’un fait se voit, avec le contact et l’année, jusqu’à ce que le fait soit juste', async () => {
  expect(COLUMNS.length).toBeGreaterThan(25)
  expect(COLUMNS.filter(({ type }) => !(type in OTHER))).toEqual([])
  const names = COLUMNS.map(({ nom }) => nom)
  await sql`create table avant as select * from faits_donateurs where ${sql.raw(FACT)}`.execute(db)
  const changes = COLUMNS.map(({ nom, type }) => `${nom} = ${OTHER[type]?.(nom) ?? ''}`)
  await sql.raw(`update faits_donateurs set ${changes.join(', ')} where ${FACT}`).execute(db)
  await walk()
  const [red] = await compare()
  const { code, report } = await audit('--faits')
  await sql`delete from faits_donateurs where ${sql.raw(FACT)}`.execute(db)
  await sql`insert into faits_donateurs select * from avant`.execute(db)
  await sql`drop table avant`.execute(db)

  expect(red).toMatchObject({ concordant: false, ecart: 1 })
  const [, told = ''] = /^2023, contact A \((.*)\)$/.exec(red?.partie ?? '') ?? []
  expect(told.split(', ').sort()).toEqual([...names].sort())
  const [, listed = ''] = /ALTÉRÉS, 1 ne .*\n +2023, contact A : (.*)\n/.exec(report) ?? []
  // The audit recounts from the gifts alone; where a donor lives is said by the card.
  expect(listed.split(', ').sort()).toEqual(names.filter((name) => name !== 'departement').sort())
  expect(code).toBe(1)
  expect(await compare()).toMatchObject([{ concordant: true, partie: null }])
})

test('[A3] un fait qui manque, ou qui n’est d’aucun don, se voit', async () => {
  const facts = sql`faits_donateurs`
  for (const [contact, where] of [
    ['A', sql`contact_id = 'A' and annee = 2024`],
    ['B', sql`contact_id = 'B'`],
  ] as const) {
    await sql`create table avant as select * from faits_donateurs where ${where}`.execute(db)
    await sql`delete from ${facts} where ${where}`.execute(db)
    await walk()
    const [red] = await compare()
    await sql`insert into ${facts} select * from avant`.execute(db)
    await sql`drop table avant`.execute(db)
    expect(red?.partie).toMatch(new RegExp(`^20\\d\\d, contact ${contact} \\(fait absent\\)$`))
    expect((await compare())[0]?.concordant).toBe(true)
  }
  await sql`
    create table avant as select * from faits_donateurs where contact_id = 'B'`.execute(db)
  await sql`update avant set contact_id = 'Z'`.execute(db)
  await sql`insert into ${facts} select * from avant`.execute(db)
  await walk()
  const [red] = await compare()
  await sql`delete from ${facts} where contact_id = 'Z'`.execute(db)
  await sql`drop table avant`.execute(db)
  expect(red?.partie).toBe('2023, contact Z (fait sans don)')
  expect((await compare())[0]?.concordant).toBe(true)
})

testOnOneServer('[A3] une série qui n’est pas dans les dons se voit', async () => {
  await sql`
    insert into series_dons values (
      1, false, '2022-01-01', '2022-04-01', '2022-05-20', 'A', 5,
      '{2022-01-01,2022-02-01,2022-03-01,2022-04-01}', '{5,5,5,5}'
    )`.execute(db)
  await walk()
  const [red] = await compare()
  await sql`delete from series_dons where premier = '2022-01-01'`.execute(db)
  expect(red?.partie).toBe('2022, contact A (séries)')
  expect((await compare())[0]?.concordant).toBe(true)
})

test('[A3] rien n’est comparé, et rien n’est en écart, tant que les chiffres ne savent pas tout', async () => {
  await importFile(app, 'donations', 'id;montant;date;contact\n9;15;2023-01-01;A\n')
  await walk()
  await app.inject({ method: 'POST', url: '/api/exclusions/exclure', payload: { contact_id: 'B' } })
  await walk()
  expect(await sql`select from faits_en_ecart`.execute(db)).toMatchObject({ rows: [] })
  await refresh(app)
  await walk()
  expect((await compare())[0]?.concordant).toBe(true)
})
