import { type Kysely, type Migration, Migrator, sql } from 'kysely'
import { version } from '../../../version'
import { faultOf } from '../errors'
import { refuseForeignCode } from '../foreign-code'
import { isDistributed } from '../repartition'
import { MIGRATIONS, runFile, type SqlFile } from './files'
import {
  type Group,
  GROUPS,
  listExisting,
  readObjects,
  rebuild,
  type SchemaObject,
  withDependents,
} from './objects'
import { RETIRED } from './retired'
import { compareVersions, openBooks, readState, record, type State } from './state'
import { readTables } from './tables'

/** The schema that the files describe. */
interface Wanted {
  tables: SqlFile[]
  groups: { group: Group; objects: SchemaObject[] }[]
}

async function readWanted(migrations: string, distributed: boolean, state: State): Promise<Wanted> {
  const tables = await readTables(migrations, state.tables, distributed)
  const groups: Wanted['groups'] = []
  for (const group of GROUPS) {
    const earlier = groups.flatMap(({ objects }) => objects)
    groups.push({ group, objects: await readObjects(migrations, group, earlier, distributed) })
  }
  return { tables, groups }
}

/** Throws an Error with one French sentence if the database and the files are incompatible. */
function checkHistory({ tables }: Wanted, state: State): void {
  const known = new Set([...tables.map(({ name }) => name), ...RETIRED])
  const unknown = state.tables.find((name) => !known.has(name))
  if (unknown !== undefined || (state.version && compareVersions(state.version, version) > 0))
    throw new Error(
      `Cette base vient d’une version plus récente de l’application (${unknown ?? state.version}) : installez cette version, ou restaurez une sauvegarde dans une base neuve.`,
    )
  for (const { place, name, hash, source = place } of tables) {
    const applied = state.hashes.get(place)
    if (state.tables.includes(name) && applied !== undefined && applied !== hash)
      throw new Error(
        `migrations/${source}.sql a été modifié après avoir été appliqué à cette base : rétablissez ce fichier, et écrivez le changement dans un nouveau.`,
      )
  }
  const last = state.tables.at(-1) ?? ''
  const late = tables.find(({ name }) => name < last && !state.tables.includes(name))
  if (late)
    throw new Error(
      `migrations/${late.source ?? late.place}.sql porte un numéro plus petit que ${last}, déjà appliqué à cette base : donnez-lui le numéro suivant.`,
    )
}

interface Change {
  group: Group
  /** Objects to build, in order. */
  objects: SchemaObject[]
  /** Recorded files that no longer exist. */
  gone: string[]
}

/** Whether it stores figures. */
const isFilled = ({ text }: SqlFile) => /^create materialized view/m.test(text)

/** Whether the figures lag their data: views filled now do not match the others. */
async function areFiguresStale<T>(db: Kysely<T>): Promise<boolean> {
  const present = new Set((await listExisting(db, 'public')).map(({ name }) => name))
  if (!present.has('etat_donnees') || !present.has('derniers_chiffres')) return false
  const { rows } = await sql<{ stale: boolean }>`
    select (derniers.imports, derniers.evenement) is distinct from (etat.imports, etat.evenement) as stale
    from derniers_chiffres as derniers, etat_donnees as etat`.execute(db)
  return rows[0]?.stale ?? false
}

/** The objects that differ from the database's, and their dependents. */
async function findChanges<T>(db: Kysely<T>, { groups }: Wanted, state: State): Promise<Change[]> {
  const present = new Set((await listExisting(db, 'public')).map(({ name }) => name))
  const differs = ({ place, name, hash }: SchemaObject) =>
    state.hashes.get(place) !== hash || !present.has(name)
  const renewed: SchemaObject[] = []
  return groups.map(({ group, objects }) => {
    const places = new Set(objects.map(({ place }) => place))
    const isOfGroup = (place: string) =>
      group.folders.some((folder) => place.startsWith(`${folder}/`))
    const gone = [...state.hashes.keys()].filter((place) => isOfGroup(place) && !places.has(place))
    const found = withDependents(objects, differs, renewed)
    renewed.push(...found)
    return { group, objects: found, gone }
  })
}

const isUpToDate = ({ tables }: Wanted, state: State, changes: readonly Change[]): boolean =>
  tables.every(({ place, hash }) => state.hashes.get(place) === hash) &&
  changes.every(({ objects, gone }) => objects.length === 0 && gone.length === 0)

/**
 * Runs Kysely's migrator, which opens one transaction for all files. Returns those applied. Before the first, foreign code
 * is refused: until the transaction ends locks keep out any more, and nobody else sees the tables it makes.
 */
async function applyTables<T>(db: Kysely<T>, { tables }: Wanted, state: State): Promise<SqlFile[]> {
  let isGuarded = false
  const apply = async (transaction: Kysely<T>, file: SqlFile) => {
    if (!isGuarded) await sql.raw(refuseForeignCode()).execute(transaction)
    isGuarded = true
    await applyTable(transaction, file)
  }
  const retired = RETIRED.filter((name) => state.tables.includes(name))
  const migrations: Record<string, Migration> = Object.fromEntries<Migration>([
    ...retired.map((name) => [name, { up: async () => {} }] as const),
    ...tables.map((file) => [file.name, { up: (db: Kysely<T>) => apply(db, file) }] as const),
  ])
  const provider = { getMigrations: () => Promise.resolve(migrations) }
  const { error, results = [] } = await new Migrator({ db, provider }).migrateToLatest()
  // Kysely returns what was thrown.
  if (error !== undefined) throw error as Error
  const applied = new Set(results.map(({ migrationName }) => migrationName))
  return tables.filter(({ name }) => applied.has(name))
}

async function applyTable<T>(transaction: Kysely<T>, file: SqlFile): Promise<void> {
  // Indexing millions of rows exceeds the service's statement timeout.
  await sql`set local statement_timeout = 0`.execute(transaction)
  await runFile(transaction, file)
  await record(transaction, [file], [], version)
}

const hasRole = async <T>(db: Kysely<T>, role: string | undefined): Promise<boolean> => {
  const { rows } = await sql<{ present: boolean }>`
    select to_regrole(${role ?? null}) is not null as present`.execute(db)
  return rows[0]?.present ?? false
}

/**
 * What lies on several servers is the service's before views of it are filled: a transaction that gives it away reads it as
 * nobody else.
 */
async function giveSpread<T>(db: Kysely<T>): Promise<void> {
  const { rows } = await sql<{ table: string }>`
    select logicalrelid::text as table
    from pg_dist_partition
    join pg_class on oid = logicalrelid
    where relowner <> to_regrole('dons_service')`.execute(db)
  if (rows.length === 0) return
  await db.transaction().execute(async (transaction) => {
    await sql`grant create on schema public to dons_service`.execute(transaction)
    for (const { table } of rows)
      await sql`alter table ${sql.raw(table)} owner to dons_service`.execute(transaction)
    await sql`revoke create on schema public from dons_service`.execute(transaction)
  })
}

/** Grants the roles their rights, if this role owns the procedure. */
async function giveRights<T>(db: Kysely<T>): Promise<void> {
  const { rows } = await sql<{ owner: boolean }>`
    select pg_has_role(proowner, 'usage') as owner
    from pg_proc
    where oid = to_regprocedure('public.attribuer_droits()')`.execute(db)
  if (rows[0]?.owner) await sql`call public.attribuer_droits()`.execute(db)
}

/**
 * Begins the chains of registers that have none, if this role owns them: in a transaction of its own, which sees what others
 * wrote until it locks each.
 */
async function beginRegistres<T>(db: Kysely<T>): Promise<void> {
  const { rows } = await sql<{ owner: boolean }>`
    select pg_has_role(proowner, 'usage') as owner
    from pg_proc
    where oid = to_regprocedure('public.enchainer_registres()')`.execute(db)
  if (rows[0]?.owner) await sql`call public.enchainer_registres()`.execute(db)
}

/** Sources of the materialized views, and what is written: locked against attached code while the owner does it. */
const TOUCHED = [
  'donateurs',
  'donateurs_ecarts',
  'donations',
  'dons_croises',
  'dons_ecarts',
  'faits_donateurs',
  'faits_publies',
  'parametres',
  'rafraichissements',
  'series_dons',
  'ventilation_contacts',
  'ventilation_dons',
  'ventilation_mois_dons',
]

/**
 * Waits for a running refresh or another start, and blocks the next. `lock` takes no snapshot: the one used to fill the
 * views and to check the catalogue is newer than whatever came before.
 */
async function beginAlone<T>(transaction: Kysely<T>): Promise<void> {
  await sql`lock table schema_fichiers in access exclusive mode`.execute(transaction)
  await sql`lock table ${sql.join(TOUCHED.map((name) => sql.table(name)))} in share row exclusive mode`.execute(
    transaction,
  )
  // Filling a view from millions of rows exceeds the service's statement timeout.
  await sql`set local statement_timeout = 0`.execute(transaction)
  await sql`set local work_mem = '64MB'`.execute(transaction)
  await sql.raw(refuseForeignCode(TOUCHED)).execute(transaction)
}

/** Builds what differs, holding the schema lock. Returns the files. */
async function applyObjects<T>(transaction: Kysely<T>, wanted: Wanted): Promise<SqlFile[]> {
  await beginAlone(transaction)
  const state = await readState(transaction)
  const unknown = wanted.tables.filter(({ place }) => !state.hashes.has(place))
  await record(transaction, unknown, [], version)
  const applied: SqlFile[] = []
  const stale = await areFiguresStale(transaction)
  for (const { group, objects, gone } of await findChanges(transaction, wanted, state)) {
    const role = (await hasRole(transaction, group.role)) ? group.role : undefined
    const names = gone.map((place) => place.replace(/^.*\//, ''))
    if (objects.length + gone.length > 0) await rebuild(transaction, objects, names, role)
    await record(transaction, objects, gone, version)
    applied.push(...objects)
    // After the owner's group, which defines the rights, so that the service's views can read new tables.
    await giveRights(transaction)
  }
  // What was filled anew no publication knows yet: a refresh is due, which compares all of it, and computes all where
  // figures now are of gifts that facts do not know.
  if (applied.some(isFilled)) {
    await sql`
      update rafraichissements
      set vues = null
      where numero = (select numero from derniers_chiffres)`.execute(transaction)
    if (stale) await sql`update faits_publies set definition = 0`.execute(transaction)
  }
  return applied
}

/**
 * Brings the database to this program's schema: missing numbered tables, atomically; then functions and views that
 * differ, atomically, while readers use the old ones; then the roles' rights. Concurrent starts wait for each other.
 * Returns the paths of the files applied. Throws an Error with one French sentence if the database is newer than the
 * program, was built from another file of the same name, or holds foreign code; else with the database's message and
 * the file's name.
 */
export async function migrate<T>(db: Kysely<T>, migrations = MIGRATIONS): Promise<string[]> {
  const distributed = await isDistributed(db)
  const state = await readState(db)
  const wanted = await readWanted(migrations, distributed, state)
  checkHistory(wanted, state)
  if (isUpToDate(wanted, state, await findChanges(db, wanted, state))) {
    await db.transaction().execute(async (transaction) => {
      // Other servers got theirs with the last change, and may be down.
      await sql`set local citus.enable_ddl_propagation = off`.execute(transaction)
      await giveRights(transaction)
    })
    await beginRegistres(db)
    return []
  }
  try {
    await openBooks(db)
    const tables = await applyTables(db, wanted, state)
    if (distributed) await giveSpread(db)
    const objects = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((transaction) => applyObjects(transaction, wanted))
    await beginRegistres(db)
    return [...tables, ...objects].map(({ place }) => place)
  } catch (error) {
    throw faultOf(error) === 'foreign_code' && error instanceof Error
      ? new Error(error.message, { cause: error })
      : error
  }
}
