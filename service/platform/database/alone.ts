import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from './connect'
import { faultOf } from './errors'

/** A lock waits for readers so long, then lets others read and tries again. */
const LOCK_TIMEOUT = "'3s'"
const LOCK_TRIES = 200
const LOCK_PAUSE_MS = 1_000

/** Waits for a lock against readers, in short tries so that these never queue for long behind it; says so between them. */
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
 * Ends a writing of gifts or of figures: nobody who must not see half of it reads from here on, see the table `passage`.
 * Before any other lock that waits for readers.
 */
export async function closePassage(tx: Db): Promise<void> {
  await sql`lock table passage in row exclusive mode`.execute(tx)
}
