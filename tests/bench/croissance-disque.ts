import { lstat, readdir, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../../service/platform/database/connect'
import { onlyRow } from '../../service/platform/database/only-row'

/** What a gift takes on disk at most, with its line of the file and its part of the rest, and what there is without any. */
const GIFT_BYTES = 700
const FIXED_BYTES = 5e9

const PERIOD_MS = 1_000

const inGb = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`

/** A sentence that says that so many gifts do not find room where benches have their databases; undefined if they do. */
export async function lacksRoom(dons: number): Promise<string | undefined> {
  const needed = FIXED_BYTES + dons * GIFT_BYTES
  const { bavail, bsize } = await statfs(tmpdir())
  const free = bavail * bsize
  if (free >= needed) return undefined
  return `${dons.toLocaleString('en')} gifts need up to ${inGb(needed)} in ${tmpdir()}, of which ${inGb(free)} are free: make room, or name another folder as TMPDIR.`
}

/** Bytes of all files below a folder; one that goes meanwhile has none. */
async function bytesOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) =>
        lstat(path.join(parentPath, name)).then(
          ({ blocks }) => blocks * 512,
          () => 0,
        ),
      ),
  )
  return sizes.reduce((sum, bytes) => sum + bytes, 0)
}

/** Looks every second what a folder holds, until `stop`, which tells the most bytes. */
export function watchDisk(folder: string): { stop: () => Promise<number> } {
  let most = 0
  let looking: Promise<void> | undefined
  const look = () => {
    looking ??= bytesOf(folder)
      .then((bytes) => {
        most = Math.max(most, bytes)
      })
      .finally(() => {
        looking = undefined
      })
  }
  look()
  const timer = setInterval(look, PERIOD_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      await looking
      return most
    },
  }
}

/** Bytes of the donations with their indexes, and of everything else in the database. */
export async function readSizes(db: Db): Promise<{ donations: number; reste: number }> {
  return onlyRow(
    await sql<{ donations: number; reste: number }>`
      select donations, pg_database_size(current_database()) - donations as reste
      from (
        select sum(pg_total_relation_size(relid))::bigint as donations
        from pg_partition_tree('donations')
      ) as tailles`.execute(db),
  )
}
