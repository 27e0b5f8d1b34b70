import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from '../database/connect'
import { keep, whileListening } from './keep'
import type { Job, JobKind } from './lease'

const EXPIRES_MS = 20_000
const LOOK_MS = 2_000

/**
 * Returns a look at all leases, for every 2 s: one that it has found with the same renewals for 20 s expires. It counts by a
 * clock that never steps, whatever the time of day does, and by looks: while this process or the database stood still,
 * others could renew nothing either.
 */
export function watchLeases(db: Db, now = () => performance.now()): () => Promise<void> {
  let unrenewed = new Map<string, number>()
  let looked = now()
  return async () => {
    const leases = await db
      .selectFrom('leases')
      .select(['attempt', 'renewals'])
      .where('renewals', 'is not', null)
      .execute()
    const passed = Math.min(now() - looked, 2 * LOOK_MS)
    looked = now()
    const before = unrenewed
    unrenewed = new Map()
    for (const { attempt, renewals } of leases) {
      const key = `${attempt} ${renewals}`
      const ms = (before.get(key) ?? -passed) + passed
      unrenewed.set(key, ms)
      if (ms >= EXPIRES_MS)
        await db
          .updateTable('leases')
          .set({ renewals: null })
          .where('attempt', '=', attempt)
          .where('renewals', '=', renewals)
          .execute()
    }
  }
}

/** Looks at all leases while the service listens. */
export function keepLeases(app: FastifyInstance, { db, log }: { db: Db; log: Logger }): void {
  whileListening(app, () =>
    keep(watchLeases(db), (err) => log.warn({ err }, 'baux non surveillés'), LOOK_MS),
  )
}

/** Deletes an expired lease and terminates its backend; false if another process was faster. */
async function takeAway(transaction: Db, { id, attempt }: Job): Promise<boolean> {
  const { rows } = await sql`
    with dead as (
      delete from leases
      where (job_id, attempt) in (
        select job_id, attempt
        from leases
        where job_id = ${id} and attempt = ${attempt} and renewals is null
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
  const dead = await db
    .selectFrom('leases')
    .select(['job_id as id', 'attempt'])
    .where('kind', '=', kind)
    .where('renewals', 'is', null)
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
