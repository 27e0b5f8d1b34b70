import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Kysely, type Migration, Migrator, sql } from 'kysely'
import { FOREIGN_CODE, REFUSE_FOREIGN_CODE } from './foreign-code'

/** Both the sources and the build stand two folders below the project. */
const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))

async function readMigrations(folder: string): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  const migrations = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(path.join(folder, file), 'utf8')
      // An index over millions of rows takes longer than a statement of the service may.
      const statements = sql.raw(`set local statement_timeout = 0;\n${text}`)
      const migration: Migration = {
        up: async (db) => {
          await sql.raw(REFUSE_FOREIGN_CODE).execute(db)
          await statements.execute(db)
        },
      }
      return [path.basename(file, '.sql'), migration] as const
    }),
  )
  return Object.fromEntries(migrations)
}

const isForeignCode = (error: unknown): error is Error =>
  error instanceof Error && (error as { code?: unknown }).code === FOREIGN_CODE

/**
 * Brings the database to the latest migration of `folder`, all in one transaction; two that start at once wait
 * for each other. Returns the names of those it applied. Throws what the database said of the first that failed.
 */
export async function migrate<T>(db: Kysely<T>, folder = MIGRATIONS): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => readMigrations(folder) } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (isForeignCode(error)) throw new Error(error.message, { cause: error })
  const failed = results.find((result) => result.status === 'Error')
  if (error)
    throw new Error(`La migration ${failed?.migrationName ?? ''} a échoué`, { cause: error })
  return results.map((result) => result.migrationName)
}
