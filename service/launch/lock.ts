import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Whether the process with this number is one of ours that still runs; numbers are given anew after a restart. */
async function isOurs(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return readFile(`/proc/${pid}/cmdline`, 'utf8').then(
    (command) => command.includes('start.mjs'),
    () => process.platform !== 'linux',
  )
}

/**
 * Makes this process the only one that runs on `dataDir`; a lock that a killed process left is taken over.
 * Returns the release. Throws an Error with one French sentence where another process runs there.
 */
export async function lockFolder(dataDir: string): Promise<() => Promise<void>> {
  const file = path.join(dataDir, 'application.pid')
  const write = () => writeFile(file, String(process.pid), { flag: 'wx' })
  await write().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST')
      throw new Error(
        `Le dossier des données ${path.resolve(dataDir)} ne peut pas être écrit : donnez-lui les droits, ou indiquez un autre DATA_DIR.`,
        { cause: error },
      )
    const pid = Number.parseInt(await readFile(file, 'utf8'), 10)
    if (pid > 0 && (await isOurs(pid)))
      throw new Error(
        `L’application tourne déjà sur ${path.resolve(dataDir)} (processus ${pid}) : arrêtez-la, ou indiquez un autre DATA_DIR.`,
      )
    await rm(file, { force: true })
    await write()
  })
  return () => rm(file, { force: true })
}
