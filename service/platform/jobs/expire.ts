import { sql } from 'kysely'
import type { Db } from '../database/connect'
import { EXPIRY, type Job, type JobKind } from './lease'

/** Deletes an expired lease and terminates its backend; false if another process was faster. */
async function takeAway(transaction: Db, { id, attempt }: Job): Promise<boolean> {
  const { rows } = await sql`
    with dead as (
      delete from leases
      where (job_id, attempt) in (
        select job_id, attempt
        from leases
        where job_id = ${id} and attempt = ${attempt} and expires_at < clock_timestamp()
        for update skip locked
      )
      returning backend_pid, backend_since
    ), ended as (
      select pg_terminate_backend(pid)
      from dead
      join pg_stat_activity on pid = backend_pid and xact_start = backend_since
    )
    select (select count(*) from ended)
    from dead`.execute(transaction)
  return rows.length > 0
}

/** A lease beyond the maximum was renewed before the clock stepped back: shortens it. */
async function cutLongLeases(db: Db, kind: JobKind): Promise<void> {
  await db
    .updateTable('leases')
    .set({ expires_at: EXPIRY })
    .where('kind', '=', kind)
    .where('expires_at', '>', EXPIRY)
    .execute()
}

/**
 * Ends every job of this kind whose lease has expired: terminates its backend and, in one transaction, deletes its
 * lease and calls `fail`. Returns how many. A job that fails to end is retried at the next call; its error is thrown
 * once the others have ended.
 */
export async function expireJobs(
  db: Db,
  kind: JobKind,
  fail: (transaction: Db, id: string) => Promise<void>,
): Promise<number> {
  await cutLongLeases(db, kind)
  const dead = await db
    .selectFrom('leases')
    .select(['job_id as id', 'attempt'])
    .where('kind', '=', kind)
    .where('expires_at', '<', sql<Date>`clock_timestamp()`)
    .execute()
  const failures: unknown[] = []
  let ended = 0
  for (const job of dead)
    await db
      .transaction()
      .execute(async (transaction) => {
        if (!(await takeAway(transaction, job))) return
        await fail(transaction, job.id)
        ended++
      })
      .catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
  return ended
}
