import { accessSync, chownSync, constants, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { diskFull, isDiskFull } from './disk'

export const notWritable = (folder: string): string =>
  `Le dossier des données ${folder} ne peut pas être lu et écrit : donnez-lui les droits, ou indiquez un autre DATA_DIR.`

/** The data folder's absolute path, created if missing. Throws an Error with one French sentence. */
export function openFolder(dataDir: string): string {
  const folder = path.resolve(dataDir)
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return folder
  } catch (cause) {
    throw new Error(isDiskFull(cause) ? diskFull(folder) : notWritable(folder), { cause })
  }
}

/**
 * Started as root on someone else's folder, the process becomes that user, so that file ownership there never changes.
 * Throws an Error with one French sentence if that user may not read the project.
 */
export function becomeOwner(folder: string, project: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(folder)
  if (uid === 0) return
  process.setgroups?.([gid])
  process.setgid?.(gid)
  process.setuid?.(uid)
  try {
    accessSync(project, constants.R_OK | constants.X_OK)
  } catch (cause) {
    throw new Error(
      `Le dossier des données ${folder} appartient à l’utilisateur n° ${uid}, qui ne peut pas lire le projet : lancez la commande sous son nom, ou indiquez un autre DATA_DIR.`,
      { cause },
    )
  }
}

/** Chowns files created by root to the folder's owner. */
export function giveToOwner(file: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(path.dirname(file))
  if (uid !== 0) chownSync(file, uid, gid)
}
