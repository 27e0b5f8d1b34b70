import { readFiles, type SqlFile } from './files'
import { RETIRED } from './retired'

/** The last of the files that make a new base; those of `anciennes/`, one after the other, come to the same. */
export const LAST_OF_BASE = '0611_saisies'

/** The numbered files of `anciennes/`, as bases know them: they were in `tables/`. */
export const readFormer = async (migrations: string): Promise<SqlFile[]> =>
  (await readFiles(migrations, 'anciennes')).map((file) => ({
    ...file,
    place: `tables/${file.name}`,
    source: file.place,
  }))

/**
 * The numbered files of a base that has applied these. One begun with those of `anciennes/`, or of version 0.1.0, goes on
 * with them, and what makes a new base is noted of it without being run. On a distributed database some have another text,
 * and are noted as if they had not.
 */
export async function readTables(
  migrations: string,
  applied: readonly string[],
  distributed: boolean,
): Promise<SqlFile[]> {
  const tables = await readFiles(migrations, 'tables')
  const others = distributed ? await readFiles(migrations, 'repartition') : []
  const former = (await readFormer(migrations)).map((file) => ({
    ...file,
    text: others.find(({ name }) => name === file.name)?.text ?? file.text,
  }))
  const old = new Set([...former.map(({ name }) => name), ...RETIRED])
  if (!applied.some((name) => old.has(name))) return tables
  return [
    ...former,
    ...tables.map((file) => (file.name <= LAST_OF_BASE ? { ...file, text: '' } : file)),
  ]
}
