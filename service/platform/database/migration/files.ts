import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Kysely, sql } from 'kysely'

/** The project's migrations, found from the sources or the build. */
export const MIGRATIONS = fileURLToPath(
  new URL(
    import.meta.url.includes('/build/') ? '../../migrations' : '../../../../migrations',
    import.meta.url,
  ),
)

/** A file of `migrations/`, or one object of several in it: its path there without `.sql`, and its name. */
export interface SqlFile {
  place: string
  name: string
  text: string
  /** Of its statements. */
  hash: string
  /** The place of the file of several objects. */
  source?: string
}

/** A file's statements without comment lines, which may change at any time. */
export const statementsOf = (text: string) => text.replace(/^--.*\n?/gm, '').trim()

export const hashOf = (text: string) =>
  createHash('sha256').update(statementsOf(text)).digest('hex')

/** Reads the files of one folder of `migrations/`, sorted by name. */
export async function readFiles(migrations: string, folder: string): Promise<SqlFile[]> {
  const names = (await readdir(path.join(migrations, folder))).filter((name) =>
    name.endsWith('.sql'),
  )
  return Promise.all(
    names.sort().map(async (file) => {
      const text = await readFile(path.join(migrations, folder, file), 'utf8')
      const name = path.basename(file, '.sql')
      return { place: `${folder}/${name}`, name, text, hash: hashOf(text) }
    }),
  )
}

/** Runs a file's statements; an Error names the file. */
export async function runFile<T>(
  db: Kysely<T>,
  { place, text, source = place }: SqlFile,
): Promise<void> {
  await sql
    .raw(text)
    .execute(db)
    .catch((cause: unknown) => {
      throw new Error(`migrations/${source}.sql : ${(cause as Error).message}`, { cause })
    })
}
