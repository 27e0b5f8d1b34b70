import { sql } from 'kysely'
import { backendOf } from '../database/backend'
import type { Db } from '../database/connect'

export type JobKind = 'staging' | 'import' | 'refresh' | 'lecture' | 'depot'

/** One attempt at a job. `attempt` is a fencing token: later attempts, at any job, have larger ones. */
export interface Job {
  id: string
  attempt: number
}

/** The job was given up, by this process or another: it must not write any more. */
export class LeaseLost extends Error {
  constructor() {
    super('the lease of this job is lost')
    this.name = 'LeaseLost'
  }
}

const RENEW_MS = 4_000

const leaseOf = (db: Db, { id, attempt }: Job) =>
  db.updateTable('leases').where('job_id', '=', id).where('attempt', '=', attempt)

/** Takes the lease; an earlier attempt at this job loses its own. */
export async function takeLease(db: Db, kind: JobKind, id: string): Promise<Job> {
  const { attempt } = await db
    .insertInto('leases')
    .values({ job_id: id, kind })
    .onConflict((conflict) =>
      conflict.column('job_id').doUpdateSet((build) => ({
        kind: build.ref('excluded.kind'),
        attempt: build.ref('excluded.attempt'),
        renewals: build.ref('excluded.renewals'),
        backend_pid: null,
        backend_since: null,
      })),
    )
    .returning('attempt')
    .executeTakeFirstOrThrow()
  return { id, attempt }
}

/** Renews a lease; false if it is lost. An expired one stays so: others may have seen it expired. */
export async function renewLease(db: Db, job: Job): Promise<boolean> {
  const { numUpdatedRows } = await leaseOf(db, job)
    .set((build) => ({ renewals: build('renewals', '+', 1) }))
    .where('renewals', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Renews a lease until the returned function is called. Calls `lost` if it is lost, `missed` if a renewal fails. */
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

/** Releases a lease; false if it was already lost. */
export async function releaseLease(db: Db, { id, attempt }: Job): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('leases')
    .where('job_id', '=', id)
    .where('attempt', '=', attempt)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Records the backend serving `transaction`, so that it can be terminated with its job. Throws LeaseLost if the job was
 * given up.
 */
export async function noteBackend(transaction: Db, db: Db, job: Job): Promise<void> {
  const { numUpdatedRows } = await leaseOf(db, job)
    .set(await backendOf(transaction))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new LeaseLost()
}

/** Terminates a job's backend if it still serves the job's transaction. */
export async function endBackend(db: Db, { id, attempt }: Job): Promise<void> {
  await sql`
    select pg_terminate_backend(pid)
    from leases
    join pg_stat_activity on pid = backend_pid and xact_start = backend_since
    where job_id = ${id} and attempt = ${attempt}`.execute(db)
}
