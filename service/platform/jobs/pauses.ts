import { sql } from 'kysely'
import { backendOf } from '../database/backend'
import type { Db } from '../database/connect'
import { GIVEN, wasCancelled } from './again'

/** Files that arrive one after another are one import to what waits for their end. */
const QUIET_MS = 1_000

const LOOK_MS = 500

type Watched = <Result>(tx: Db, work: () => Promise<Result>) => Promise<Result>

/** Whether an import is under way, as its lease says. */
async function isImporting(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from leases where kind = 'import' and renewals is not null limit 1`.execute(db)
  return rows.length > 0
}

/** Runs the work of a transaction, and cancels its statement as soon as an import begins. */
async function untilImport<Result>(db: Db, tx: Db, work: () => Promise<Result>): Promise<Result> {
  const { backend_pid, backend_since } = await backendOf(tx)
  const look = async () => {
    if (!(await isImporting(db))) return
    await sql`
      select pg_cancel_backend(pid)
      from pg_stat_activity
      where pid = ${backend_pid} and xact_start = ${backend_since} and state = 'active'`.execute(db)
  }
  // A look that fails leaves the work alone: the next one is in half a second.
  const timer = setInterval(() => void look().catch(() => {}), LOOK_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

/**
 * Returns what does work of the background if it is its time, and else leaves it to whoever keeps it and will ask again: it
 * begins in a pause between imports only, and ends where one begins. Who was cancelled three times is no more, or it would never end.
 */
export function createPauses(db: Db) {
  let given = 0
  let imported = -Infinity
  const isQuiet = async () => {
    if (await isImporting(db)) imported = performance.now()
    return performance.now() - imported >= QUIET_MS
  }
  return async (work: (givesWay: boolean, watched: Watched) => Promise<void>): Promise<void> => {
    const givesWay = given < GIVEN
    if (givesWay && !(await isQuiet())) return
    try {
      await work(givesWay, (tx, done) => (givesWay ? untilImport(db, tx, done) : done()))
      given = 0
    } catch (error) {
      if (!givesWay || !wasCancelled(error)) throw error
      given += 1
    }
  }
}
