import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { connect, type Database } from '../../../service/platform/database/connect'
import { MIGRATIONS } from '../../../service/platform/database/migration/files'
import { migrate } from '../../../service/platform/database/migration/migrate'
import { createRunner } from '../../../service/platform/jobs/runner'
import { beginOrJoin } from '../../../service/publication/rafraichissement/begin'
import { runRefresh } from '../../../service/publication/rafraichissement/run'
import { don, insertDons } from '../../support/dons'
import { MODELE } from '../../support/postgres'
import { createEmptyDatabase, type EmptyDatabase } from '../../support/versions'

const SOON = { timeout: 30_000 }
const log = pino({ level: 'silent' })

const work = await mkdtemp(path.join(tmpdir(), 'dons-schema-'))
const bases: (EmptyDatabase & { owner: Database; service: Database })[] = []
afterAll(async () => {
  for (const { owner, service, drop } of bases) {
    await owner.close()
    await service.close()
    await drop()
  }
  await rm(work, { recursive: true, force: true })
})

/** A base with gifts and their figures, as this program's files make it. */
async function openBase() {
  const database = await createEmptyDatabase(MODELE)
  const owner = connect(database.ownerUrl, { max: 3, statementTimeout: 0 })
  const service = connect(database.serviceUrl)
  bases.push({ ...database, owner, service })
  await insertDons(service.db, [
    don({ id: 'a', contact_id: 'A', order_date: '2023-01-01', order_amount: 10 }),
    don({ id: 'b', contact_id: 'B', order_date: '2024-02-29', order_amount: 300 }),
    don({ id: 'c', contact_id: 'A', order_date: '2024-12-31', order_amount: 20 }),
  ])
  await refreshAll(service)
  return { owner, service }
}

async function refreshAll(service: Database): Promise<void> {
  const { job } = await beginOrJoin(service.db)
  if (job)
    await createRunner(service.db, log).run(job, (signal) => runRefresh(service, job, signal))
}

let migrations = ''
let number = 0
beforeEach(async () => {
  migrations = path.join(work, String((number += 1)))
  await cp(MIGRATIONS, migrations, { recursive: true })
})

const write = (place: string, text: string) =>
  writeFile(path.join(migrations, `${place}.sql`), text)

async function edit(place: string, from: string, to: string): Promise<void> {
  const text = await readFile(path.join(migrations, `${place}.sql`), 'utf8')
  expect(text).toContain(from)
  await write(place, text.replace(from, to))
}

/** The object number of each of our views and functions: it tells a new one from the one that was there. */
async function numbersOf({ db }: Database): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; number: number }>`
    select relname as name, oid::int8 as number from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
    union all
    select proname, oid::int8 from pg_proc where pronamespace = 'public'::regnamespace`.execute(db)
  return Object.fromEntries(rows.map(({ name, number }) => [name, number]))
}

async function renewed(database: Database, change: () => Promise<unknown>): Promise<string[]> {
  const before = await numbersOf(database)
  await change()
  const after = await numbersOf(database)
  return Object.keys(after).filter((name) => after[name] !== before[name])
}

const read = async ({ db }: Database, view: string) =>
  (await sql<Record<string, unknown>>`select * from ${sql.table(view)} order by 1, 2`.execute(db))
    .rows

test('un commentaire, ou rien, ne change rien', async () => {
  const { owner } = await openBase()
  expect(await migrate(owner.db)).toEqual([])
  await edit('tables/0600_fiches_et_dons', 'create table', '-- The contacts.\ncreate table')
  await edit('vues/dons', 'create view', '-- The gifts.\ncreate view')
  expect(await renewed(owner, () => migrate(owner.db, migrations))).toEqual([])
})

test('une vue modifiée est refaite seule, et remplie', async () => {
  const { owner, service } = await openBase()
  await edit('chiffres/segments_annuels', 'sum(nombre)', 'sum(nombre) + 1000')

  const changed = await renewed(owner, () => migrate(owner.db, migrations))
  expect(changed.sort()).toEqual([
    'controles',
    'mesures_chiffres',
    'publier',
    'reste_a_publier',
    'segments_annuels',
    'segments_annuels_a_jour',
    'segments_annuels_calcul',
    'segments_annuels_entier',
  ])
  expect(await read(service, 'segments_annuels')).toEqual([
    { annee: 2023, segment: 1, nombre: 1001 },
    { annee: 2024, segment: 1, nombre: 1002 },
  ])
  await refreshAll(service)
  expect(await migrate(owner.db, migrations)).toEqual([])
})

test('quand des dons sont plus récents que les chiffres, ce qui est refait l’est des faits publiés, et le rafraîchissement suivant calcule tout', async () => {
  const { owner, service } = await openBase()
  const before = await read(service, 'segments_annuels')
  await insertDons(service.db, [
    don({ id: 'd', contact_id: 'D', order_date: '2024-03-01', order_amount: 5 }),
  ])
  await sql`update rafraichissements set imports = imports - 1`.execute(service.db)
  await edit('chiffres/segments_annuels', 'as nombre', 'as nombre, 1 as un')
  await migrate(owner.db, migrations)
  expect(await read(service, 'segments_annuels')).toMatchObject(before)
  const { rows } = await sql`select definition from faits_publies`.execute(service.db)
  expect(rows).toEqual([{ definition: 0 }])
  await refreshAll(service)
  expect(await read(service, 'segments_annuels')).toMatchObject([{ nombre: 1 }, { nombre: 3 }])
  expect(await read(service, 'dons_par_mois')).toHaveLength(4)
})

test('avec une fonction ou une vue, tout ce qui la lit est refait, et rien d’autre', async () => {
  const { owner, service } = await openBase()
  await edit('fonctions/tranche_montant', '[20, 50,', '[15, 50,')
  const bands = await renewed(owner, () => migrate(owner.db, migrations))
  expect(bands).toEqual(
    expect.arrayContaining(['tranche_montant', 'donateurs_annees', 'montants_total_annuel_a_jour']),
  )
  for (const other of ['dons', 'tous_les_dons', 'annees_des_dons', 'segment_frequence'])
    expect(bands).not.toContain(other)

  await edit('vues/dons', 'where order_amount > 0', 'where order_amount > 15')
  const changed = await renewed(owner, () => migrate(owner.db, migrations))
  expect(changed).toEqual(expect.arrayContaining(['dons', 'dons_par_jour', 'dons_par_mois']))
  for (const other of ['annees_des_dons', 'donateurs_annees']) expect(changed).not.toContain(other)
  expect(await read(service, 'dons_par_mois')).toMatchObject([{ mois: 2 }, { mois: 12 }])
})

test('des fonctions d’un même fichier, celle qui change est refaite seule, comme si elle avait le sien', async () => {
  const { owner } = await openBase()
  const text = await readFile(path.join(migrations, 'fonctions/codes.sql'), 'utf8')
  const [first = '', ...others] = text.split(/\n\n(?=-- )/)
  expect(others).toHaveLength(2)
  await write('fonctions/codes', others.join('\n\n'))
  await write('fonctions/codes_distincts', first)
  expect(await migrate(owner.db, migrations)).toEqual([])

  await edit('fonctions/codes', "array_to_string(codes, '')", "array_to_string(codes, ' ')")
  expect(await renewed(owner, () => migrate(owner.db, migrations))).toContain('poids_codes')
  await edit('fonctions/codes', 'rows 8', 'rows huit')
  await expect(migrate(owner.db, migrations)).rejects.toThrow('migrations/fonctions/codes.sql : ')
})

test('une fonction du propriétaire que des vues lisent change avec elles', async () => {
  const { owner, service } = await openBase()
  const before = await read(service, 'dons_par_mois_a_jour')
  await edit('proprietaire/decides_depuis', 'rows 100', 'rows 90')
  const changed = await renewed(owner, () => migrate(owner.db, migrations))
  expect(changed).toEqual(
    expect.arrayContaining(['decides_depuis', 'dons_comptes', 'dons_par_mois_a_jour']),
  )
  for (const other of ['membres_des_groupes', 'segment_frequence'])
    expect(changed).not.toContain(other)
  expect(await read(service, 'dons_par_mois_a_jour')).toEqual(before)
  expect(await migrate(owner.db, migrations)).toEqual([])
  const { rows } = await sql`
    select from pg_namespace where nspname in ('en_construction', 'en_remplacement')`.execute(
    owner.db,
  )
  expect(rows).toEqual([])
})

test('une vue du propriétaire que d’autres lisent change avec elles', async () => {
  const { owner } = await openBase()
  await edit('proprietaire/donateurs_exclus_recalcules', 'create view', 'create or replace view')
  const changed = await renewed(owner, () => migrate(owner.db, migrations))
  expect(changed).toContain('donateurs_exclus_recalcules')
  expect(await migrate(owner.db, migrations)).toEqual([])
  const { rows } = await sql`
    select from pg_namespace where nspname in ('en_construction', 'en_remplacement')`.execute(
    owner.db,
  )
  expect(rows).toEqual([])
})

test('une vue peut naître, changer de colonnes et de genre, et disparaître', async () => {
  const { owner, service } = await openBase()
  await write('vues/grands_dons', 'create view grands_dons as select id from dons')
  expect(await migrate(owner.db, migrations)).toEqual(['vues/grands_dons'])
  await write(
    'vues/grands_dons',
    'create materialized view grands_dons as select contact_id, id from dons where order_amount > 100',
  )
  await migrate(owner.db, migrations)
  expect(await read(service, 'grands_dons')).toEqual([{ contact_id: 'B', id: 'b' }])
  await rm(path.join(migrations, 'vues/grands_dons.sql'))
  await migrate(owner.db, migrations)
  expect(await numbersOf(owner)).not.toHaveProperty('grands_dons')
  expect(await migrate(owner.db, migrations)).toEqual([])
})

test('une fonction peut changer d’arguments', async () => {
  const { owner, service } = await openBase()
  await edit('fonctions/segment_frequence', '(nombre bigint)', '(nombre numeric)')
  await migrate(owner.db, migrations)
  expect(await read(service, 'segments_annuels')).toHaveLength(2)
})

test('un objet qui manque, fût-il supprimé à la main, revient', async () => {
  const { owner, service } = await openBase()
  await sql`drop view annees_des_dons`.execute(service.db)
  expect(await migrate(owner.db)).toEqual(['vues/annees_des_dons'])
})

test('une table ajoutée et la vue qui la lit arrivent ensemble, les droits aussi', async () => {
  const { owner, service } = await openBase()
  await write('tables/0900_notes', 'create table notes (note text)')
  await write('vues/notes_lues', 'create view notes_lues as select note, 1 as rang from notes')
  expect(await migrate(owner.db, migrations)).toEqual(['tables/0900_notes', 'vues/notes_lues'])
  await sql`insert into notes values ('bonjour')`.execute(service.db)
  expect(await read(service, 'notes_lues')).toEqual([{ note: 'bonjour', rang: 1 }])
})

test('ce qui échoue nomme son fichier, et rien de rien n’a changé', async () => {
  const { owner, service } = await openBase()
  const before = await numbersOf(owner)
  await edit('vues/dons', 'where order_amount > 0', 'where order_amount > 15')
  await edit('chiffres/carrieres', 'sum(signe)', 'sum(signe) / 0')
  await expect(migrate(owner.db, migrations)).rejects.toThrow(
    'migrations/chiffres/carrieres.sql : division by zero',
  )
  expect(await numbersOf(owner)).toEqual(before)
  expect(await migrate(owner.db)).toEqual([])

  await write('tables/0900_notes', 'create table notes (note text)')
  await write('tables/0901_notes', 'create table autres_notes (note texte)')
  await expect(migrate(owner.db, migrations)).rejects.toThrow('migrations/tables/0901_notes.sql : ')
  await expect(read(service, 'notes')).rejects.toThrow('does not exist')
})

test('un fichier appliqué puis modifié, un numéro trop petit, une base plus récente sont nommés', async () => {
  const { owner } = await openBase()
  await edit('tables/0600_fiches_et_dons', 'city       text', 'city       varchar')
  await expect(migrate(owner.db, migrations)).rejects.toThrow(
    'migrations/tables/0600_fiches_et_dons.sql a été modifié après avoir été appliqué à cette base',
  )
  await cp(MIGRATIONS, migrations, { recursive: true })
  await write('tables/0599_entre_deux', 'create table entre_deux (note text)')
  await expect(migrate(owner.db, migrations)).rejects.toThrow(
    'migrations/tables/0599_entre_deux.sql porte un numéro plus petit',
  )
  await rm(path.join(migrations, 'tables/0599_entre_deux.sql'))
  await write('tables/9000_demain', 'create table demain (note text)')
  await migrate(owner.db, migrations)
  await expect(migrate(owner.db)).rejects.toThrow(
    'version plus récente de l’application (9000_demain)',
  )
})

test('une base dont les vues sont d’une version plus récente est refusée', async () => {
  const { owner } = await openBase()
  await sql`update schema_fichiers set version = '9.10.2' where fichier = 'vues/dons'`.execute(
    owner.db,
  )
  await expect(migrate(owner.db)).rejects.toThrow('version plus récente de l’application (9.10.2)')
})

test('le rôle du service voit que tout est à jour, et sinon dit qui doit le faire', async () => {
  const { service } = await openBase()
  expect(await migrate(service.db)).toEqual([])
  await write('tables/0900_notes', 'create table notes (note text)')
  await expect(migrate(service.db, migrations)).rejects.toMatchObject({ code: '42501' })
})

test('deux démarrages à la fois n’appliquent chaque fichier qu’une fois, dans une base vide aussi', async () => {
  const database = await createEmptyDatabase()
  const both = [connect(database.ownerUrl), connect(database.ownerUrl)] as const
  const applied = await Promise.all(both.map(({ db }) => migrate(db)))
  for (const { close } of both) await close()
  await database.drop()
  const places = applied.flat()
  expect(places).toContain('vues/dons')
  expect(new Set(places).size).toBe(places.length)
})

test('les écrans lisent pendant que les vues se refont, et un rafraîchissement attend', async () => {
  const { owner, service } = await openBase()
  // The new view waits for this lock in the middle of being filled.
  await sql`create table depots.verrou ()`.execute(service.db)
  await write(
    'vues/lente',
    `create materialized view lente as select 1 as un, 2 as deux from depots.verrou;
    create unique index lente_cle on lente (un)`,
  )
  await edit('vues/dons', 'where order_amount > 0', 'where order_amount > 15')
  const holder = await owner.pool.connect()
  await holder.query('begin; lock table depots.verrou')
  const waiting = async (query: string) => {
    const { rows } = await sql<{ waiting: number }>`
      select count(*) as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query ilike ${query}
    `.execute(owner.db)
    return rows[0]?.waiting
  }

  const change = migrate(owner.db, migrations)
  await expect.poll(() => waiting('%verrou%'), SOON).toBe(1)
  expect(await read(service, 'dons_par_mois')).toHaveLength(3)
  const refreshing = refreshAll(service)
  await expect.poll(() => waiting('select * from "etat_donnees"%'), SOON).toBe(1)
  expect(await read(service, 'dons_par_mois')).toHaveLength(3)

  await holder.query('commit')
  holder.release()
  await change
  await refreshing
  expect(await read(service, 'dons_par_mois')).toHaveLength(2)
})

test('des vues refaites par un changement se rafraîchissent d’elles-mêmes ensuite', async () => {
  const { owner, service } = await openBase()
  await edit('chiffres/segments_annuels', 'sum(nombre)', 'sum(nombre) + 1')
  await migrate(owner.db, migrations)
  const { readDue } = await import('../../../service/publication/rafraichissement/fraicheur')
  expect((await readDue(service.db)).du).toBe(true)
  await refreshAll(service)
  expect((await readDue(service.db)).du).toBe(false)
})

test('ce que le service a mis dans ses tables ou ses vues arrête qui migre, et le nomme', async () => {
  const { owner, service } = await openBase()
  await sql`
    create function depots.qui() returns boolean language plpgsql
    as $$ begin raise exception 'sous %', current_user; end $$`.execute(service.db)
  await edit(
    'vues/donateurs_annees',
    'donateurs where generation',
    'donateurs where true and generation',
  )

  await sql`alter table donations enable row level security`.execute(service.db)
  await sql`create policy piege on donations using (depots.qui())`.execute(service.db)
  await expect(migrate(owner.db, migrations)).rejects.toThrow(
    'La table donations porte ce que l’application n’y a pas mis : la politique piege.',
  )
  await sql`drop policy piege on donations`.execute(service.db)
  await sql`alter table donations disable row level security`.execute(service.db)

  await sql`
    create or replace rule "_RETURN" as on select to derniers_chiffres
    do instead select commence_le, calcule_le, imports, evenement, campagne_vfl_motif, vues, numero,
      case when depots.qui() then 1::bigint end as exclus_version from rafraichissements`.execute(
    service.db,
  )
  await expect(migrate(owner.db, migrations)).rejects.toThrow(
    'La vue derniers_chiffres porte ce que l’application n’y a pas mis : sa définition.',
  )
})

test('qui pouvait lire une vue le peut encore après qu’elle fut refaite', async () => {
  const { owner, service } = await openBase()
  await sql`grant select on segments_annuels to dons_audit, public`.execute(service.db)
  await sql`grant select on segments_annuels to dons_owner`.execute(service.db)
  await edit('chiffres/segments_annuels', 'sum(nombre)', 'sum(nombre) + 1')
  await migrate(owner.db, migrations)
  const { rows } = await sql`
    select grantee::regrole::text as grantee, privilege_type
    from pg_class, aclexplode(relacl)
    where relname = 'segments_annuels' and grantee <> relowner`.execute(owner.db)
  expect(rows).toEqual([{ grantee: 'dons_owner', privilege_type: 'SELECT' }])
})
