import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from './connect'
import { faultOf } from './errors'

/** Timeout of one attempt: readers may proceed between attempts. */
const LOCK_TIMEOUT = "'3s'"
const LOCK_TRIES = 200
const LOCK_PAUSE_MS = 1_000

/**
 * Acquires a lock that conflicts with readers, in short attempts so that they never queue behind it for long; calls
 * `sayWaiting` between attempts.
 */
export async function lockAlone(
  tx: Db,
  lock: () => Promise<void>,
  sayWaiting?: () => Promise<void>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await sql`savepoint seul`.execute(tx)
    try {
      await sql`set local lock_timeout = ${sql.raw(LOCK_TIMEOUT)}`.execute(tx)
      await lock()
      return
    } catch (error) {
      if (faultOf(error) !== 'busy' || attempt === LOCK_TRIES) throw error
      await sql`rollback to savepoint seul`.execute(tx)
      await sayWaiting?.()
      await wait(LOCK_PAUSE_MS)
    }
  }
}

/**
 * Ends a write of gifts or figures: from here on, readers that must not see half of it wait (see table `passage`). Take
 * it before any other lock that waits for readers.
 */
export async function closePassage(tx: Db): Promise<void> {
  await sql`lock table passage in row exclusive mode`.execute(tx)
}
