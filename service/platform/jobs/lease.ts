import { sql } from 'kysely'
import { backendOf } from '../database/backend'
import type { Db } from '../database/connect'

export type JobKind = 'staging' | 'import' | 'refresh'

/** One attempt at a job. `attempt` is the fencing token: every later attempt at any job has a larger one. */
export interface Job {
  id: string
  attempt: number
}

/** The job was given up, by another process or by its own: nothing more of it may be written. */
export class LeaseLost extends Error {
  constructor() {
    super('the lease of this job is lost')
    this.name = 'LeaseLost'
  }
}

const RENEW_MS = 4_000

/** When a lease that is renewed now expires. */
export const EXPIRY = sql<Date>`clock_timestamp() + interval '20 seconds'`

const leaseOf = (db: Db, { id, attempt }: Job) =>
  db.updateTable('leases').where('job_id', '=', id).where('attempt', '=', attempt)

/** Begins an attempt; an earlier attempt at this job has lost its lease. */
export async function takeLease(db: Db, kind: JobKind, id: string): Promise<Job> {
  const { attempt } = await db
    .insertInto('leases')
    .values({ job_id: id, kind, expires_at: EXPIRY })
    .onConflict((conflict) =>
      conflict.column('job_id').doUpdateSet((build) => ({
        kind: build.ref('excluded.kind'),
        attempt: build.ref('excluded.attempt'),
        expires_at: build.ref('excluded.expires_at'),
        backend_pid: null,
        backend_since: null,
      })),
    )
    .returning('attempt')
    .executeTakeFirstOrThrow()
  return { id, attempt }
}

/** Renews a lease; false if it is lost. One that has expired stays so: it may have been seen. */
export async function renewLease(db: Db, job: Job): Promise<boolean> {
  const { numUpdatedRows } = await leaseOf(db, job)
    .set({ expires_at: EXPIRY })
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Renews a lease until the returned function is called. `lost` is called if it is lost, `missed` if a renewal fails. */
export function holdLease(
  db: Db,
  job: Job,
  { lost, missed }: { lost: () => void; missed: (error: unknown) => void },
): () => void {
  const renew = async () => {
    if (!(await renewLease(db, job))) lost()
  }
  const timer = setInterval(() => void renew().catch(missed), RENEW_MS)
  return () => clearInterval(timer)
}

/** Ends an attempt; false if its lease was lost before. */
export async function releaseLease(db: Db, { id, attempt }: Job): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('leases')
    .where('job_id', '=', id)
    .where('attempt', '=', attempt)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Notes the database backend that serves `transaction`, so that it can be ended with its job. Throws LeaseLost if
 * the job was given up.
 */
export async function noteBackend(transaction: Db, db: Db, job: Job): Promise<void> {
  const { numUpdatedRows } = await leaseOf(db, job)
    .set(await backendOf(transaction))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new LeaseLost()
}

/** Ends the backend of a job while it serves the job's transaction. */
export async function endBackend(db: Db, { id, attempt }: Job): Promise<void> {
  await sql`
    select pg_terminate_backend(pid)
    from leases
    join pg_stat_activity on pid = backend_pid and xact_start = backend_since
    where job_id = ${id} and attempt = ${attempt}`.execute(db)
}
