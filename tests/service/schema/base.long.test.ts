import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Db } from '../../../service/platform/database/connect'
import { MIGRATIONS, readFiles } from '../../../service/platform/database/migration/files'
import { migrate } from '../../../service/platform/database/migration/migrate'
import { LAST_OF_BASE } from '../../../service/platform/database/migration/tables'
import { MODELE } from '../../support/postgres'
import { describeSchema } from '../../support/schema'
import {
  asOwner,
  createEmptyDatabase,
  type EmptyDatabase,
  openBaseOf,
  VERSIONS,
} from '../../support/versions'

const release: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const step of release.reverse()) await step()
})

const open = async (opening: Promise<EmptyDatabase>): Promise<EmptyDatabase> => {
  const database = await opening
  release.push(database.drop)
  return database
}

/** The files of a program from before: those of `anciennes/`, one after the other. */
async function foldersOfBefore(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'dons-anciennes-'))
  release.push(() => rm(folder, { recursive: true, force: true }))
  await cp(MIGRATIONS, folder, { recursive: true })
  for (const { name } of await readFiles(MIGRATIONS, 'tables'))
    if (name <= LAST_OF_BASE) await rm(path.join(folder, 'tables', `${name}.sql`))
  await cp(path.join(folder, 'anciennes'), path.join(folder, 'tables'), { recursive: true })
  await rm(path.join(folder, 'anciennes'), { recursive: true })
  await mkdir(path.join(folder, 'anciennes'))
  return folder
}

/** What a base keeps of its own, or of its moment. */
const OF_ITS_OWN = [
  'kysely_migration',
  'schema_fichiers',
  'registres_actes',
  'secret_raisons',
  'cle_sommes_dons',
]

/** The rows of each table of a base without data. */
async function readRows(db: Db): Promise<Record<string, string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> all (${OF_ITS_OWN})`.execute(
    db,
  )
  const rowsOf = async (name: string) => {
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.table(name)} as t order by 1`.execute(db)
    return [name, rows.map(({ row }) => row)] as const
  }
  const entries = []
  for (const { name } of tables) entries.push(await rowsOf(name))
  return Object.fromEntries(entries)
}

let before = ''
let fresh: EmptyDatabase
beforeAll(async () => {
  before = await foldersOfBefore()
  fresh = await open(createEmptyDatabase(MODELE))
})

/** A base as these files make it one after the other. */
async function openFormer(): Promise<EmptyDatabase> {
  const database = await open(createEmptyDatabase())
  await asOwner(database, (db) => migrate(db, before))
  return database
}

async function expectLikeNew(database: EmptyDatabase): Promise<void> {
  expect(await asOwner(database, describeSchema)).toEqual(await asOwner(fresh, describeSchema))
  expect(await asOwner(database, migrate)).toEqual([])
}

const namesOf = (database: EmptyDatabase) =>
  asOwner(database, async (db) => {
    const { rows } = await sql<{ name: string }>`
      select name from kysely_migration order by name`.execute(db)
    return rows.map(({ name }) => name)
  })

test('une base neuve est, objet par objet et ligne par ligne, celle que font les anciens fichiers l’un après l’autre', async () => {
  const former = await openFormer()
  expect(await asOwner(former, describeSchema)).toEqual(await asOwner(fresh, describeSchema))
  expect(await asOwner(former, readRows)).toEqual(await asOwner(fresh, readRows))
})

test.each(VERSIONS)('une base de la version %s devient celle-là', async (version) => {
  const database = await open(openBaseOf(version))
  // What makes a new base is noted; run, it would meet its own tables.
  await asOwner(database, migrate)
  await expectLikeNew(database)
  const names = await namesOf(fresh)
  expect(names[0]).toBe('0600_fiches_et_dons')
  expect((await namesOf(database)).slice(-names.length)).toEqual(names)
})

test('une base d’un programme d’entre deux versions, qui a des fichiers qu’aucune n’a gardés, devient celle-là aussi', async () => {
  const database = await open(openBaseOf('0.2.0'))
  await asOwner(database, (db) =>
    sql`
      insert into kysely_migration
      select ancien, (select timestamp from kysely_migration where name < ancien order by name desc limit 1)
      from unnest(array[
        '0082_reconstruire_donateurs_exclus', '0083_inscrire_evenement_exclusion',
        '0084_ajouter_evenement_exclusion', '0085_attribuer_droits', '0087_derniers_chiffres'
      ]) as ancien`.execute(db),
  )
  await asOwner(database, migrate)
  await expectLikeNew(database)
})

test('un ancien fichier modifié est nommé là où il est, et seulement par une base qui l’a', async () => {
  const former = await openFormer()
  const folder = await mkdtemp(path.join(tmpdir(), 'dons-changees-'))
  release.push(() => rm(folder, { recursive: true, force: true }))
  await cp(MIGRATIONS, folder, { recursive: true })
  await cp(
    path.join(folder, 'anciennes/0061_donations_par_montant.sql'),
    path.join(folder, 'anciennes/0001_donateurs.sql'),
  )
  await expect(asOwner(former, (db) => migrate(db, folder))).rejects.toThrow(
    'migrations/anciennes/0001_donateurs.sql a été modifié après avoir été appliqué à cette base',
  )
  expect(await asOwner(fresh, (db) => migrate(db, folder))).toEqual([])
})

test('ce qui meurt en chemin recommence, et deux démarrages à la fois mettent la base à jour une fois', async () => {
  const database = await open(openBaseOf('0.2.0'))
  const names = await namesOf(database)
  // The tables wait for this lock, in the middle of their files.
  const holder = connect(database.ownerUrl, { max: 2 })
  const client = await holder.pool.connect()
  await client.query('begin; lock table donations in access share mode')
  const dying = asOwner(database, migrate)
  const refused = expect(dying).rejects.toThrow()
  const waiting = async () => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`.execute(
      holder.db,
    )
    return rows
  }
  await expect.poll(waiting, { timeout: 30_000 }).toHaveLength(1)
  for (const { pid } of await waiting())
    await sql`select pg_terminate_backend(${pid})`.execute(holder.db)
  await refused
  expect(await namesOf(database)).toEqual(names)
  await client.query('commit')
  client.release()
  await holder.close()

  const both = await Promise.all([asOwner(database, migrate), asOwner(database, migrate)])
  const places = both.flat()
  const tables = await readFiles(MIGRATIONS, 'tables')
  expect(places).toEqual(expect.arrayContaining(tables.map(({ place }) => place)))
  expect(new Set(places).size).toBe(places.length)
  await expectLikeNew(database)
})
