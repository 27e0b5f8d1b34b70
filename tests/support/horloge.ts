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

/** A PostgreSQL of its own, migrated, whose clock is set while it runs. */
export async function startHorloge() {
  const folder = await mkdtemp(path.join(tmpdir(), 'dons-horloge-'))
  await chmod(folder, 0o755)
  const clock = path.join(folder, 'horloge')
  const write = async (text: string) => {
    await writeFile(`${clock}.nouvelle`, text, { mode: 0o644 })
    await rename(`${clock}.nouvelle`, clock)
  }
  await write('+0')
  const dressed = {
    LD_PRELOAD: LIBRARY ?? '',
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  Object.assign(process.env, dressed)
  const embedded = await openEmbedded(path.join(folder, 'base')).finally(() => {
    for (const name of Object.keys(dressed)) Reflect.deleteProperty(process.env, name)
  })
  const owner = connect(embedded.ownerUrl, { max: 1 })
  await migrateAsOwner(owner.db)
  await owner.close()
  return {
    url: embedded.url,
    dataDir: path.join(folder, 'base'),
    /** Puts the clock of the database so many seconds before or after the true one. */
    set: (seconds: number) => write(`${seconds < 0 ? '' : '+'}${seconds}`),
    stop: async () => {
      await embedded.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
