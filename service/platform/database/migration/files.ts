import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Kysely, sql } from 'kysely'

/** The project's migrations; both the sources and the build look for them from below the project. */
export const MIGRATIONS = fileURLToPath(
  new URL(
    import.meta.url.includes('/build/') ? '../../migrations' : '../../../../migrations',
    import.meta.url,
  ),
)

/** A file of `migrations/`: its place there without `.sql`, its name, its text, and the hash of its statements. */
export interface SqlFile {
  place: string
  name: string
  text: string
  hash: string
}

/** A file's statements, without the lines that are comments: these may be mended at any time. */
export const statementsOf = (text: string) => text.replace(/^--.*\n?/gm, '').trim()

/** The files of one folder of `migrations/`, by name. */
export async function readFiles(migrations: string, folder: string): Promise<SqlFile[]> {
  const names = (await readdir(path.join(migrations, folder))).filter((name) =>
    name.endsWith('.sql'),
  )
  return Promise.all(
    names.sort().map(async (file) => {
      const text = await readFile(path.join(migrations, folder, file), 'utf8')
      const name = path.basename(file, '.sql')
      const hash = createHash('sha256').update(statementsOf(text)).digest('hex')
      return { place: `${folder}/${name}`, name, text, hash }
    }),
  )
}

/** Runs a file's statements; if one fails, the Error names the file. */
export async function runFile<T>(db: Kysely<T>, { place, text }: SqlFile): Promise<void> {
  await sql
    .raw(text)
    .execute(db)
    .catch((cause: unknown) => {
      throw new Error(`migrations/${place}.sql : ${(cause as Error).message}`, { cause })
    })
}
