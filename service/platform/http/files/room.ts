import { statfs } from 'node:fs/promises'
import { Problem } from '../../../problem'
import type { Spool } from './spool'

/** Limit for all spooled files together, in bytes. */
const MOST = 4 * 1024 ** 3
/** Grace period for slow starters. */
const GRACE_MS = 10_000

const NO_ROOM =
  'Trop de fichiers attendent d’être lus, ou le disque du service est presque plein. Réessayez dans quelques instants.'

/** Disk space taken by files until they are read. */
export interface Room {
  add: (spool: Spool) => void
  leave: (spool: Spool) => void
  /** Reserves bytes, evicting the slowest readers. Throws a Problem if there is no room. */
  grow: (bytes: number) => Promise<void>
}

/** At most 4 GiB in `folder`, and half of its free space. */
export function createRoom(folder: string, most = MOST): Room {
  const since = new Map<Spool, number>()

  const total = () => [...since.keys()].reduce((bytes, spool) => bytes + spool.size(), 0)
  const paceOf = ([spool, from]: [Spool, number]) => spool.taken() / (performance.now() - from)
  const slowest = (): Spool | undefined =>
    [...since]
      .filter(([, from]) => performance.now() - from > GRACE_MS)
      .sort((one, other) => paceOf(one) - paceOf(other))[0]?.[0]

  return {
    add: (spool) => void since.set(spool, performance.now()),
    leave: (spool) => void since.delete(spool),
    grow: async (bytes) => {
      const { bavail, bsize } = await statfs(folder)
      const limit = Math.min(most, total() + (bavail * bsize) / 2)
      while (total() + bytes > limit) {
        const leaving = slowest()
        const full = new Problem('indisponible', NO_ROOM)
        if (!leaving) throw full
        leaving.forget(full)
        since.delete(leaving)
      }
    },
  }
}
