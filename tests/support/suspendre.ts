import { sql } from 'kysely'
import type pg from 'pg'
import { expect } from 'vitest'
import type { Db } from '../../service/platform/database/connect'
import { PATIENCE } from './hasard'

/**
 * Lets `start` begin a refresh and holds it in its middle: its snapshot is taken, nothing is published. Returns what lets it
 * go on, and what `start` returned.
 */
export async function suspendre<Started>(
  { db, pool }: { db: Db; pool: pg.Pool },
  start: () => Started,
): Promise<{ started: Started; release: () => Promise<void> }> {
  const holder = await pool.connect()
  await holder.query('begin; select from faits_publies for update')
  const started = start()
  const isHeld = async () =>
    (
      await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
          and query ~ '^call (suivre_changements|attacher_faits|preparer_generation)'`.execute(db)
    ).rows.length
  await expect.poll(isHeld, { timeout: PATIENCE, interval: 10 }).toBe(1)
  const release = async () => {
    await holder.query('commit')
    holder.release()
  }
  return { started, release }
}
