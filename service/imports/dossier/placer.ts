import { randomUUID } from 'node:crypto'
import { type FileHandle, link, lstat, mkdir, open, rename, rm, unlink } from 'node:fs/promises'
import path from 'node:path'
import { lire } from './entrees'

/** What became of a file. */
export type Sort = 'importe' | 'a_decider' | 'refuse'

/** The file is not where it was any more: another has its name, or none. */
export class Ailleurs extends Error {}

const code = (error: unknown) => (error as NodeJS.ErrnoException).code ?? ''

/** The names below the folder that are ours; that of what waits for somebody. */
export const ATTENTE = 'a-decider'
export const NOTRES = ['importes', ATTENTE, 'refuses']

/** Where files of a fate lie, below the folder. */
const sousDossier = (sort: Sort, jour: string): string[] =>
  ({ importe: ['importes', jour], a_decider: [ATTENTE], refuse: ['refuses'] })[sort]

/** Makes a folder below another, or finds it there; a link in its place is refused. */
async function faire(dossier: string, parts: readonly string[]): Promise<string> {
  let place = dossier
  for (const part of parts) {
    place = path.join(place, part)
    await mkdir(place).catch((error: unknown) => {
      if (code(error) !== 'EEXIST') throw error
    })
    const found = await lstat(place)
    if (!found.isDirectory())
      throw Object.assign(new Error(`${place} n’est pas un dossier`), { code: 'ENOTDIR' })
  }
  return place
}

/** Throws where a file of this day could not be moved: found out before anything is imported. */
export async function preparer(dossier: string, jour: string): Promise<void> {
  const folders = [dossier]
  for (const sort of ['importe', 'a_decider', 'refuse'] as const)
    folders.push(await faire(dossier, sousDossier(sort, jour)))
  for (const folder of folders) {
    const essai = path.join(folder, `.essai-${randomUUID()}`)
    await (await open(essai, 'wx')).close()
    await rm(essai)
  }
}

const numbered = (nom: string, number: number): string => {
  const { name, ext } = path.parse(nom)
  return number === 1 ? nom : `${name}-${number}${ext}`
}

/** Holds the first name that is free in a folder by an empty file of that name. */
async function reserver(folder: string, nom: string): Promise<{ cible: string; file: FileHandle }> {
  for (let number = 1; ; number++) {
    const cible = path.join(folder, numbered(nom, number))
    try {
      return { cible, file: await open(cible, 'wx', 0o640) }
    } catch (error) {
      if (code(error) !== 'EEXIST') throw error
    }
  }
}

async function estLui(place: Buffer | string, file: FileHandle): Promise<boolean> {
  const [there, own] = [
    await lstat(place, { bigint: true }).catch(() => undefined),
    await file.stat({ bigint: true }),
  ]
  return there?.ino === own.ino && there.dev === own.dev
}

/** Gives a file its name back that was not the one to move; where another has it by now, under the next free one. */
async function rendre(place: string, chemin: Buffer): Promise<void> {
  await link(place, chemin).catch(async (error: unknown) => {
    if (code(error) !== 'EEXIST') throw error
    const own = path.parse(chemin.toString())
    const { cible, file } = await reserver(own.dir, own.base)
    await file.close()
    await rename(place, cible)
  })
  await rm(place, { force: true })
}

/** Copies to another file system, to the disk, and takes the original away. */
async function copier(source: FileHandle, chemin: Buffer, target: FileHandle): Promise<void> {
  for await (const octets of lire(source)) await target.writeFile(octets)
  await target.sync()
  const aside = path.join(path.dirname(chemin.toString()), `.deplace-${randomUUID()}`)
  await rename(chemin, aside)
  if (await estLui(aside, source)) return unlink(aside)
  await rendre(aside, chemin)
  throw new Ailleurs()
}

async function garder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => undefined)
  // Not every file system takes it.
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}

/**
 * Moves the file that is open to its place below the folder; `announce` is told it before. Nothing is overwritten, another file
 * that has its name by now is left alone: throws Ailleurs then. Returns where it is, below the folder.
 */
export async function placer(
  dossier: string,
  { chemin, nom, file: source }: { chemin: Buffer; nom: string; file: FileHandle },
  { sort, jour, raison }: { sort: Sort; jour: string; raison?: string },
  announce: (chemin: string) => Promise<void>,
): Promise<string> {
  const folder = await faire(dossier, sousDossier(sort, jour))
  if (!(await estLui(chemin, source))) throw new Ailleurs()
  const { cible, file } = await reserver(folder, nom)
  const place = path.relative(dossier, cible)
  try {
    await announce(place)
    try {
      await rename(chemin, cible)
      if (!(await estLui(cible, source))) {
        await rendre(cible, chemin)
        throw new Ailleurs()
      }
    } catch (error) {
      if (code(error) !== 'EXDEV') throw error
      await copier(source, chemin, file)
    }
  } catch (error) {
    // The name is still held by our own file, empty or half written.
    if (await estLui(cible, file)) await rm(cible, { force: true })
    throw code(error) === 'ENOENT' ? new Ailleurs() : error
  } finally {
    await file.close()
  }
  if (raison !== undefined) {
    const { file: text } = await reserver(folder, `${path.basename(cible)}.txt`)
    await text.writeFile(`${raison}\n`)
    await text.sync()
    await text.close()
  }
  await garder(folder)
  await garder(dossier)
  return place
}
