import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { readArguments } from '#process/arguments'
import { diskFull, isDiskFull } from '#process/disk'
import { run } from '../../platform/database/command'
import { openForCommand } from '../../platform/database/open'
import { backup } from '../backup/backup'

/** Keeps only the last `kept` complete backups of a folder, this one among them; the names of others sort by time. */
async function forgetOldest(made: string, kept: number): Promise<void> {
  const folder = path.dirname(made)
  const others = (await readdir(folder))
    .filter((name) => /^sauvegarde-[\dTZ-]+$/.test(name) && name !== path.basename(made))
    .sort()
  for (const name of others.slice(0, Math.max(0, others.length - kept + 1)))
    await rm(path.join(folder, name), { recursive: true, force: true })
}

const DAY_MS = 24 * 60 * 60_000

/** Removes what a killed backup left, with the cards of people who may be anonymised since. */
async function forgetDrafts(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((one) => /^sauvegarde-[\dTZ-]+\.partiel$/.test(one))) {
    const draft = path.join(folder, name)
    // Another backup may have ended it meanwhile.
    const begun = await stat(draft).catch(() => undefined)
    if (begun && Date.now() - begun.mtimeMs > DAY_MS)
      await rm(draft, { recursive: true, force: true })
  }
}

/** `npm run backup [-- --dossier FOLDER] [--garder N]`. */
async function main(): Promise<void> {
  const { values } = readArguments({
    options: { dossier: { type: 'string' }, garder: { type: 'string' } },
  })
  const kept = Number(values.garder ?? 0)
  if (!Number.isInteger(kept) || kept < 0)
    throw new Error('--garder attend un nombre de sauvegardes.')
  const database = await openForCommand(process.env, 'service')
  try {
    const target = values.dossier ?? path.join(database.settings.DATA_DIR, 'sauvegardes')
    await forgetDrafts(target)
    const client = await database.pool.connect()
    let isBroken = true
    try {
      const folder = await backup(client, target, new Date())
      isBroken = false
      if (kept > 0) await forgetOldest(folder, kept)
      console.log(`Sauvegarde terminée : ${folder}`)
    } catch (error) {
      throw isDiskFull(error) ? new Error(diskFull(target), { cause: error }) : error
    } finally {
      client.release(isBroken)
    }
  } finally {
    await database.close()
  }
}

run('La sauvegarde a échoué', main)
