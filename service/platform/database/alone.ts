import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from './connect'
import { faultOf } from './errors'

/** Timeout of an attempt, the first one short: readers may proceed between attempts. */
const LOCK_TIMEOUTS = ["'300ms'", "'3s'"] as const
const LOCK_TRIES = 200
const LOCK_PAUSE_MS = 1_000

/**
 * Acquires a lock that conflicts with readers, in short attempts so that they never queue behind it for long. What gives way
 * is cancelled after the first; `sayWaiting` is called where others are in the way.
 */
export async function lockAlone(
  tx: Db,
  lock: () => Promise<void>,
  sayWaiting?: () => Promise<void>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await sql`savepoint seul`.execute(tx)
    try {
      await setTimeoutOf(tx, LOCK_TIMEOUTS[attempt === 1 ? 0 : 1])
      await lock()
      await setTimeoutOf(tx, LOCK_TIMEOUTS[1])
      return
    } catch (error) {
      if (faultOf(error) !== 'busy' || attempt === LOCK_TRIES) throw error
      await sql`rollback to savepoint seul`.execute(tx)
      if (await cancelWhatGivesWay(tx)) continue
      await sayWaiting?.()
      await wait(LOCK_PAUSE_MS)
    }
  }
}

const setTimeoutOf = (tx: Db, timeout: string) =>
  sql`set local lock_timeout = ${sql.raw(timeout)}`.execute(tx)

/**
 * Lets whoever waits in `lockAlone` cancel this transaction, which is begun again later: work of the background, however
 * long it has run. Nobody else locks the table in this mode; `lock` takes no snapshot.
 */
export async function giveWay(tx: Db): Promise<void> {
  await sql`lock table passage in row share mode`.execute(tx)
}

/** Cancels the transactions that give way and are in it; returns whether there were any. */
async function cancelWhatGivesWay(tx: Db): Promise<boolean> {
  const { rows } = await sql`
    select pg_cancel_backend(pid)
    from pg_locks
    join pg_stat_activity using (pid)
    where granted and database = datid and datname = current_database() and usename = current_user
      and pid <> pg_backend_pid()
    group by pid
    having bool_or(relation = 'passage'::regclass and mode = 'RowShareLock')
      and bool_or(relation = 'donations'::regclass or relation = 'passage'::regclass and mode = 'ShareLock')`.execute(
    tx,
  )
  return rows.length > 0
}

/**
 * Ends a write of gifts or figures: from here on, readers that must not see half of it wait (see table `passage`). Take
 * it before any other lock that waits for readers.
 */
export async function closePassage(tx: Db): Promise<void> {
  await sql`lock table passage in row exclusive mode`.execute(tx)
}
