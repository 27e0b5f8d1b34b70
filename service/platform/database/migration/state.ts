import { type Kysely, sql } from 'kysely'
import type { SqlFile } from './files'

/** What a database records about its schema. */
export interface State {
  /** Names of the numbered files applied, sorted. */
  tables: string[]
  /** Hash of each file as applied; files applied by version 0.1.0 have none. */
  hashes: Map<string, string>
  /** The latest program version that changed the schema. */
  version: string | undefined
}

/** Complements Kysely's table, which stores names only; created with the first migration. */
const BOOKS = `
  create table if not exists schema_fichiers (
    fichier     text primary key,
    empreinte   text not null,
    version     text not null,
    applique_le timestamptz not null default clock_timestamp()
  )`

/** Creates the table if missing; concurrent starts wait for each other. */
export async function openBooks<T>(db: Kysely<T>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('schema_fichiers', 0))`.execute(
      transaction,
    )
    await sql.raw(BOOKS).execute(transaction)
  })
}

/** Compares two versions: negative, zero or positive. */
export function compareVersions(one: string, other: string): number {
  const [first, second] = [one, other].map((version) => version.split('.').map(Number))
  const differences = [0, 1, 2].map((part) => (first?.[part] ?? 0) - (second?.[part] ?? 0))
  return differences.find((difference) => difference !== 0) ?? 0
}

export async function readState<T>(db: Kysely<T>): Promise<State> {
  const { rows } = await sql<{ kysely: boolean; books: boolean }>`
    select to_regclass('kysely_migration') is not null as kysely,
      to_regclass('schema_fichiers') is not null as books`.execute(db)
  const { kysely, books } = rows[0] ?? {}
  const tables = kysely
    ? await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
    : { rows: [] }
  const files = books
    ? await sql<{ fichier: string; empreinte: string; version: string }>`
        select fichier, empreinte, version from schema_fichiers`.execute(db)
    : { rows: [] }
  const versions = files.rows.map(({ version }) => version)
  return {
    tables: tables.rows.map(({ name }) => name),
    hashes: new Map(files.rows.map(({ fichier, empreinte }) => [fichier, empreinte])),
    version: versions.sort(compareVersions).at(-1),
  }
}

/** Records the current hashes of files, and forgets those that are gone. */
export async function record<T>(
  db: Kysely<T>,
  files: readonly SqlFile[],
  gone: readonly string[],
  version: string,
): Promise<void> {
  for (const { place, hash } of files)
    await sql`
      insert into schema_fichiers (fichier, empreinte, version)
      values (${place}, ${hash}, ${version})
      on conflict (fichier) do update
      set empreinte = excluded.empreinte, version = excluded.version,
        applique_le = excluded.applique_le`.execute(db)
  await sql`delete from schema_fichiers where fichier = any(${gone})`.execute(db)
}
