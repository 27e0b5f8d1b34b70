import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connect } from '../../service/platform/database/connect'
import { openEmbedded } from '../../service/platform/database/embedded'
import { migrateAsOwner } from '../../service/platform/database/prepare'

/** Where Debian's package has the library that tells a program another time. */
const LIBRARY = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`)
  .find((file) => existsSync(file))

/** Whether no test can set the clock here: Debian has it in the package `faketime`. */
export const sansHorloge = LIBRARY === undefined

/** A time of day in `folder` that programs with this environment go by, and that is set while they run. */
async function createHorloge(folder: string, name: string) {
  const clock = path.join(folder, name)
  /** Puts it so many seconds before or after the true one. */
  const set = async (seconds: number) => {
    await writeFile(`${clock}.nouvelle`, `${seconds < 0 ? '' : '+'}${seconds}`, { mode: 0o644 })
    await rename(`${clock}.nouvelle`, clock)
  }
  await set(0)
  const env = {
    LD_PRELOAD: LIBRARY ?? '',
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  return { set, env }
}

/** A PostgreSQL of its own, migrated, whose clock is set while it runs, and another clock for a service on it. */
export async function startHorloge() {
  const folder = await mkdtemp(path.join(tmpdir(), 'dons-horloge-'))
  await chmod(folder, 0o755)
  const { set, env } = await createHorloge(folder, 'base')
  const service = await createHorloge(folder, 'service')
  Object.assign(process.env, env)
  const embedded = await openEmbedded(path.join(folder, 'donnees')).finally(() => {
    for (const name of Object.keys(env)) Reflect.deleteProperty(process.env, name)
  })
  const owner = connect(embedded.ownerUrl, { max: 1 })
  await migrateAsOwner(owner.db)
  await owner.close()
  return {
    url: embedded.url,
    dataDir: path.join(folder, 'donnees'),
    set,
    service,
    stop: async () => {
      await embedded.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
