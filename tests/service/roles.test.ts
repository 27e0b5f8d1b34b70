import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { startService } from '../support/service'

const { database, app } = await startService()
await app.ready()
const service = new pg.Client({ connectionString: database.serviceUrl })
await service.connect()
afterAll(() => service.end())

const refused = async (client: pg.Client, statement: string) =>
  client.query(statement).then(
    () => 'accepté',
    (error: unknown) =>
      error instanceof pg.DatabaseError && error.code === '42501' ? 'refusé' : String(error),
  )

const exclude = (contact: string) =>
  `select * from ajouter_evenement_exclusion(
    gen_random_uuid(), '${contact}', 'EXCLUSION', 'faux don', 'Utilisateur', null, 0)`

describe('Le rôle du service', () => {
  test('ajoute au journal des exclusions', async () => {
    expect((await service.query(exclude('C1'))).rows).toMatchObject([{ numero: '1' }])
    expect((await service.query('select contact_id from donateurs_exclus')).rows).toEqual([
      { contact_id: 'C1' },
    ])
  })

  test.each([
    "update evenements_exclusion set raison = 'autre'",
    'delete from evenements_exclusion',
    'truncate evenements_exclusion',
    'insert into evenements_exclusion select * from evenements_exclusion',
    'insert into donateurs_exclus select * from donateurs_exclus',
    'delete from donateurs_exclus',
    'alter table evenements_exclusion disable trigger all',
    'drop table evenements_exclusion',
    'drop function ajouter_evenement_exclusion',
    'create table intruse ()',
    'create function intruse() returns integer language sql return 1',
    'select reconstruire_donateurs_exclus()',
    'call attribuer_droits()',
    'set role dons_owner',
    'set session_replication_role = replica',
    'create role intrus',
  ])('n’a pas le droit de : %s', async (statement) => {
    expect(await refused(service, statement)).toBe('refusé')
  })

  test('refait les vues et remplace la table des dons', async () => {
    await service.query('call recalculer_faits()')
    await service.query('refresh materialized view segments_annuels')
    await service.query('create table depots.nouvelle (like donations including all)')
    await service.query('alter table donations detach partition partitions.donations_1')
    await service.query(
      'alter table donations attach partition depots.nouvelle for values from (minvalue) to (maxvalue)',
    )
    await service.query('select from donations')
  })
})

test('l’auditeur lit le journal et en recalcule les empreintes, et ne voit rien d’autre', async () => {
  const auditor = new pg.Client({ connectionString: database.url })
  await auditor.connect()
  await auditor.query('set role dons_audit')
  const { rows } = await auditor.query(
    'select empreinte = empreinte_evenement(e) as conforme from evenements_exclusion e',
  )
  expect(rows).toEqual([{ conforme: true }])
  for (const statement of [
    'select * from donateurs',
    'select * from donations',
    'select * from fichiers',
    'select * from imports',
    'select * from donateurs_annees',
    exclude('C2'),
    'delete from evenements_exclusion',
    'create table intruse ()',
  ])
    expect(await refused(auditor, statement), statement).toBe('refusé')
  await auditor.end()
})

test('aucune fonction ne prête au service les droits du propriétaire, sauf l’inscription au journal', async () => {
  const { rows } = await database.pool.query<{ proname: string }>(`
    select proname from pg_proc
    where pronamespace = 'public'::regnamespace
      and prosecdef
      and proowner <> 'dons_service'::regrole
      and has_function_privilege('dons_service', oid, 'execute')`)
  expect(rows).toEqual([{ proname: 'inscrire_evenement_exclusion' }])
})

test('tout ce qui n’est pas le journal appartient au service', async () => {
  const { rows } = await database.pool.query<{ relname: string }>(`
    select relname from pg_class
    where relnamespace in ('public'::regnamespace, 'depots'::regnamespace, 'partitions'::regnamespace)
      and relkind in ('r', 'p', 'v', 'm') and relowner <> 'dons_service'::regrole
    order by relname`)
  expect(rows.map(({ relname }) => relname)).toEqual([
    'donateurs_exclus',
    'donateurs_exclus_recalcules',
    'donateurs_exclus_version',
    'evenements_exclusion',
    'kysely_migration',
    'kysely_migration_lock',
    'schema_fichiers',
  ])
})
