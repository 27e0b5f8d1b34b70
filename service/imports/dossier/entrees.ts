import type { BigIntStats } from 'node:fs'
import { constants, type FileHandle, lstat, open, readdir } from 'node:fs/promises'
import path from 'node:path'

/** A regular file of the folder, as it was seen. */
export interface Entree {
  chemin: Buffer
  /** Its name as people are told it, and as it is named once it is moved. */
  nom: string
  taille: number
  /** The same for the same bytes: which file it is, its size, and when it was last written. */
  marque: string
}

/** So many are looked at: the others follow once these are moved. */
const MOST = 1_000
/** Still being written, by its name. */
const UNFINISHED = /\.(part|tmp)$/i
/** In bytes; file systems take 255, and `-2` and `.txt` come after. */
const LONGEST = 200

/** A name without what shows as nothing, or as another name. */
export function nettoyer(name: Buffer): string {
  const plain = name
    .toString()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}\uFFFD\\/]/gu, '_')
  const { name: base, ext } = path.parse(plain)
  const room = Math.max(0, LONGEST - Buffer.byteLength(ext))
  const kept = Buffer.from(base)
    .subarray(0, room)
    .toString()
    .replace(/\uFFFD$/, '')
  return kept + ext
}

const marqueOf = ({ ino, size, mtimeNs }: BigIntStats) => `${ino}:${size}:${mtimeNs}`

/** What of a file changes whenever its bytes, its names or its rights do. */
export const etatDe = async (file: FileHandle) => {
  const found = await file.stat({ bigint: true })
  return `${marqueOf(found)}:${found.ctimeNs}`
}

/** The regular files of a folder, and the names of what is none: links, folders, devices. Hidden ones are left out. */
export async function regarder(dossier: string): Promise<{ fichiers: Entree[]; autres: string[] }> {
  const fichiers: Entree[] = []
  const autres: string[] = []
  for (const name of await readdir(dossier, { encoding: 'buffer' })) {
    const nom = nettoyer(name)
    if (name[0] === 0x2e || UNFINISHED.test(nom)) continue
    if (fichiers.length >= MOST) break
    const chemin = Buffer.concat([Buffer.from(`${dossier}/`), name])
    const found = await lstat(chemin, { bigint: true }).catch(() => undefined)
    if (!found) continue
    if (found.isFile())
      fichiers.push({ chemin, nom, taille: Number(found.size), marque: marqueOf(found) })
    else autres.push(nom)
  }
  return { fichiers, autres }
}

const STILL_MS = 10_000
/** Files that come one after the other within so long are taken together, in their order. */
const TOGETHER_MS = 2_000

/**
 * Returns which of the files that are seen stood still for 10 s, by a clock that never steps, and in how many ms to look again.
 */
export function createTranquilles(now = () => performance.now()) {
  let seen = new Map<string, number>()
  return (fichiers: readonly Entree[]): { murs: Entree[]; dans: number | undefined } => {
    const at = now()
    const before = seen
    seen = new Map()
    const left = new Map<Entree, number>()
    for (const entree of fichiers) {
      const key = `${entree.chemin.toString('latin1')} ${entree.marque}`
      const since = before.get(key) ?? at
      seen.set(key, since)
      left.set(entree, STILL_MS - (at - since))
    }
    const murs = fichiers.filter((entree) => (left.get(entree) ?? 0) <= 0)
    const oldest = Math.min(0, ...left.values())
    const coming = [...left.values()].filter((ms) => ms > 0)
    const near = coming.filter((ms) => ms <= TOGETHER_MS)
    if (near.length > 0 && -oldest < TOGETHER_MS) return { murs: [], dans: Math.max(...near) }
    return { murs, dans: coming.length > 0 ? Math.min(...coming) : undefined }
  }
}

/** Opens a regular file, never what a link leads to; undefined where it is not, or no longer, the one that was seen. */
export async function ouvrir(
  chemin: Buffer | string,
  marque?: string,
): Promise<FileHandle | undefined> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  const file = await open(chemin, flags).catch((error: unknown) => {
    if (['ENOENT', 'ELOOP', 'ENXIO'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return undefined
    throw error
  })
  if (!file) return undefined
  const found = await file.stat({ bigint: true })
  if (found.isFile() && (marque === undefined || marqueOf(found) === marque)) return file
  await file.close()
  return undefined
}

const CHUNK = 256 * 1024

/** The bytes of an open file from its beginning, at most so many; it stays open, unlike by a stream of its own. */
export async function* lire(file: FileHandle, most = Infinity): AsyncGenerator<Buffer> {
  for (let at = 0; at < most;) {
    const length = Math.min(CHUNK, most - at)
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, at)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
    at += bytesRead
  }
}
