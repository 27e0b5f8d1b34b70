import pg from 'pg'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { readRegistres } from '../../service/platform/database/migration/registres'
import { openRoles } from '../../service/platform/database/roles'
import { MODELE } from '../support/postgres'
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

  test('dit qu’un donateur est légitime, une fois par identifiant, et jamais d’un exclu', async () => {
    const judge = (id: string, contact: string) =>
      service.query(`select * from inscrire_decision_legitime(
        '${id}', '${contact}', 'LEGITIME', 'connu', 'Utilisateur', null, 50, '[{"regle": "T1", "cle": "test"}]')`)
    const id = '3f1c1f8e-7a51-4a51-9a0c-2a6f0a6c5b11'
    const { rows } = await judge(id, 'C5')
    expect(rows).toMatchObject([{ contact_id: 'C5', points: 50 }])
    expect((await judge(id, 'C6')).rows).toEqual(rows)
    expect((await judge('3f1c1f8e-7a51-4a51-9a0c-2a6f0a6c5b12', 'C1')).rows).toEqual([])
    expect((await service.query('select contact_id from decisions_legitimes')).rows).toEqual([
      { contact_id: 'C5' },
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
    'update poids_regles set poids = 100',
    'delete from poids_regles',
    "update decisions_legitimes set raison = 'autre'",
    'delete from decisions_legitimes',
    'truncate decisions_legitimes',
    'insert into decisions_legitimes select * from decisions_legitimes',
    'alter table decisions_legitimes disable trigger all',
    'drop function inscrire_decision_legitime',
    'create table intruse ()',
    'create function intruse() returns integer language sql return 1',
    'select reconstruire_donateurs_exclus()',
    'select reconstruire_groupes()',
    'insert into groupes_contacts select * from groupes_contacts',
    'delete from contacts_distincts',
    'call attribuer_droits()',
    'set role dons_owner',
    'set session_replication_role = replica',
    'create role intrus',
  ])('n’a pas le droit de : %s', async (statement) => {
    expect(await refused(service, statement)).toBe('refusé')
  })

  test('refait les vues et remplace la table des dons', async () => {
    await service.query('call preparer_generation(1000)')
    await service.query('call attacher_faits(1000)')
    await service.query('refresh materialized view segments_annuels_entier')
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
  await auditor.query('select * from decisions_legitimes')
  for (const statement of [
    'select * from donateurs',
    'select * from donations',
    'select * from fichiers',
    'select * from imports',
    'select * from secret_raisons',
    'select * from donateurs_annees',
    exclude('C2'),
    'delete from evenements_exclusion',
    'create table intruse ()',
  ])
    expect(await refused(auditor, statement), statement).toBe('refusé')
  await auditor.end()
})

test('aucune fonction ne prête au service les droits du propriétaire, sauf les inscriptions au journal, d’une décision, d’un import, d’un total, d’une campagne, d’un objectif et d’une publication, l’effacement dans les modèles, et les statistiques', async () => {
  const { rows } = await database.pool.query<{ proname: string }>(`
    select proname from pg_proc
    where pronamespace = 'public'::regnamespace
      and prosecdef
      and proowner <> 'dons_service'::regrole
      and has_function_privilege('dons_service', oid, 'execute')
    order by proname`)
  expect(rows).toEqual([
    { proname: 'effacer_valeurs_modeles' },
    { proname: 'inscrire_arrete' },
    { proname: 'inscrire_campagnes' },
    { proname: 'inscrire_decision_legitime' },
    { proname: 'inscrire_ecriture_dons' },
    { proname: 'inscrire_evenement_exclusion' },
    { proname: 'inscrire_groupe' },
    { proname: 'inscrire_objectif' },
    { proname: 'inscrire_oppositions' },
    { proname: 'inscrire_poids_regle' },
    { proname: 'inscrire_publication' },
    { proname: 'inscrire_total_comptable' },
    { proname: 'tenir_statistiques' },
  ])
})

test('chacun calcule avec les fonctions du service, et personne d’autre avec celles du journal', async () => {
  const { rows } = await database.pool.query<{ proname: string }>(`
    select proname from pg_proc
    where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
      and has_function_privilege('public', oid, 'execute') <> (proowner = 'dons_service'::regrole)`)
  expect(rows).toEqual([])
})

test('tout ce qui n’est ni le journal ni publié appartient au service', async () => {
  const { rows } = await database.pool.query<{ relname: string }>(`
    select relname from pg_class
    where relnamespace in ('public'::regnamespace, 'depots'::regnamespace, 'partitions'::regnamespace)
      and relkind in ('r', 'p', 'v', 'm') and relowner <> 'dons_service'::regrole
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
    order by relname`)
  expect(rows.map(({ relname }) => relname)).toEqual(
    [
      ...Object.keys(readRegistres()),
      'cle_sommes_dons',
      'contacts_distincts',
      'contacts_distincts_recalcules',
      'donateurs_exclus',
      'donateurs_exclus_recalcules',
      'donateurs_exclus_version',
      'groupes_contacts',
      'groupes_contacts_recalcules',
      'kysely_migration',
      'kysely_migration_lock',
      'registres',
      'schema_fichiers',
      'secret_raisons',
    ].sort(),
  )
})

test('ce qui démarre à la fois sur un serveur y ouvre les rôles l’un après l’autre', async () => {
  const open = () => openRoles(inject('postgresUrl'), MODELE)
  const opened = await Promise.all(Array.from({ length: 12 }, open))
  expect(new Set(opened.map(({ url }) => url)).size).toBe(1)
})
