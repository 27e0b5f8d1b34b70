import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect'

/**
 * Bounds every wait of an import, raises memory and compiles no query, for this transaction only. PostgreSQL counts the time
 * of a statement by the time of day: its limit is longer than a clock is ever set.
 */
export async function bound(tx: Db): Promise<void> {
  await sql`set local statement_timeout = '3d'`.execute(tx)
  await sql`set local lock_timeout = '60s'`.execute(tx)
  await sql`set local idle_in_transaction_session_timeout = '60s'`.execute(tx)
  await sql`set local work_mem = '256MB'`.execute(tx)
  await sql`set local maintenance_work_mem = '512MB'`.execute(tx)
}

/** Runs statements and rolls them back. */
export async function undone<Result>(db: Db, work: (tx: Db) => Promise<Result>): Promise<Result> {
  const tx = await db.startTransaction().execute()
  try {
    await bound(tx)
    return await work(tx)
  } finally {
    await tx.rollback().execute()
  }
}
