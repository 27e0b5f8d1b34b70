import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { chown, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { diskFull, isDiskFull } from '#process/disk'
import { giveToOwner, openFolder } from '#process/folder'
import {
  type Binaries,
  chooseIdentity,
  findBinaries,
  findOwner,
  type Identity,
  type Owner,
} from './embedded-programs'
import { endLeftovers } from './leftovers'

export const SUPERUSER = 'postgres'

/** The data directory of an embedded PostgreSQL, and how its programs are run. */
export interface Cluster {
  folder: string
  place: string
  binaries: Binaries
  identity: Identity
}

export const placeIn = (folder: string) => path.join(folder, 'postgres')
export const secretIn = (folder: string) => `${placeIn(folder)}.secret`

/** The superuser's password; empty if lost. */
export const readSecret = (folder: string): string =>
  existsSync(secretIn(folder)) ? readFileSync(secretIn(folder), 'utf8').trim() : ''

const newSecret = () => randomBytes(24).toString('base64url')

/** Initialised next to its final place and renamed there, so that a killed start leaves no partial cluster. */
async function initialise(cluster: Cluster, owner: Owner, signal?: AbortSignal): Promise<void> {
  const { folder, place, binaries, identity } = cluster
  const secret = secretIn(folder)
  const draft = `${place}.partiel`
  const flags = ['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-instructions']
  const names = [`--username=${SUPERUSER}`, `--pwfile=${secret}`]
  try {
    await rm(draft, { recursive: true, force: true })
    await writeFile(secret, newSecret(), { mode: 0o600 })
    await mkdir(draft, { mode: 0o700 })
    if (owner.uid !== undefined && owner.gid !== undefined)
      for (const file of [draft, secret]) await chown(file, owner.uid, owner.gid)
    await identity.run(binaries.initdb, [`--pgdata=${draft}`, ...names, ...flags], {
      ...(signal && { signal }),
    })
    await rename(draft, place)
  } catch (cause) {
    await rm(draft, { recursive: true, force: true })
    if (isDiskFull(cause)) throw new Error(diskFull(folder), { cause })
    throw new Error(`La base embarquée n’a pas pu être créée dans ${place}.`, { cause })
  }
}

/** Resets the superuser's password in single-user mode; the data stays. */
async function renewSecret({ folder, place, binaries, identity }: Cluster): Promise<void> {
  const secret = newSecret()
  const input = `alter role ${SUPERUSER} password '${secret}'\n`
  try {
    if (process.platform === 'linux') await endLeftovers(identity.run, place)
    await identity.run(binaries.postgres, ['--single', '-D', place, 'postgres'], { input })
    await writeFile(secretIn(folder), secret, { mode: 0o600 })
    giveToOwner(secretIn(folder))
  } catch (cause) {
    throw new Error(
      isDiskFull(cause)
        ? diskFull(folder)
        : `Le mot de passe de la base embarquée manque (${secretIn(folder)}), et n’a pas pu être refait : remettez ce fichier.`,
      { cause },
    )
  }
}

function checkOwner(folder: string, place: string): void {
  const { uid } = statSync(place)
  const own = process.getuid?.()
  if (own === undefined || own === 0 || own === uid) return
  throw new Error(
    `La base ${place} appartient à l’utilisateur n° ${uid} : rendez-la à celui qui lance l’application (sudo chown -R ${own} ${folder}), ou indiquez un autre DATA_DIR.`,
  )
}

/**
 * Opens the cluster in `dataDir`, creating it if missing; the caller must hold the folder's lock. `say` is told when a
 * lost password was reset. Throws an Error with one French sentence.
 */
export async function openCluster(
  dataDir: string,
  say: (sentence: string) => void,
  signal?: AbortSignal,
): Promise<Cluster> {
  const folder = openFolder(dataDir)
  const place = placeIn(folder)
  const [binaries, owner] = await Promise.all([findBinaries(), findOwner(place, folder)])
  const identity = await chooseIdentity(owner, binaries, folder)
  const cluster = { folder, place, binaries, identity }
  if (!existsSync(place)) await initialise(cluster, owner, signal)
  checkOwner(folder, place)
  if (readSecret(folder) === '') {
    await renewSecret(cluster)
    say(`Le mot de passe de la base embarquée manquait (${secretIn(folder)}) : il a été refait.`)
  }
  return cluster
}
