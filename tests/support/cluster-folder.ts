import { chmod, chown, mkdir, mkdtemp, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  type Binaries,
  chooseIdentity,
  findBinaries,
  findOwner,
  type Run,
} from '../../service/platform/database/embedded-programs'

/** Linux's folder in memory. */
const MEMORY = '/dev/shm'
const ROOM = 2 * 1024 ** 3

/** A folder where a database that need not last is fastest. */
export async function findFastPlace(): Promise<string> {
  const room = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  return room >= ROOM ? MEMORY : tmpdir()
}

/** An empty folder for a server's data in a new one below `parent`, and how to run programs as its owner. */
export async function openDataFolder(
  parent: string,
  binaries: Binaries,
): Promise<{ place: string; folder: string; run: Run }> {
  const owner = await findOwner()
  const place = await mkdtemp(path.join(parent, 'dons-cluster-'))
  await chmod(place, 0o755)
  const folder = path.join(place, 'data')
  await mkdir(folder, { mode: 0o700 })
  if (owner.uid !== undefined && owner.gid !== undefined) await chown(folder, owner.uid, owner.gid)
  const { run } = await chooseIdentity(owner, binaries, place)
  return { place, folder, run }
}

/** Fills a data folder for a server that trusts every connection of this machine. */
export const runInitdb = (folder: string, binaries: Binaries, run: Run) =>
  run(binaries.initdb, [
    `--pgdata=${folder}`,
    ...['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C'],
    ...['--no-instructions', '--no-sync'],
  ])

/** Such a data folder of the embedded version, below `parent`. */
export async function initialise(parent: string): Promise<string> {
  const binaries = await findBinaries()
  const { folder, run } = await openDataFolder(parent, binaries)
  await runInitdb(folder, binaries, run)
  return folder
}
