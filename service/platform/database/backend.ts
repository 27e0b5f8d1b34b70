import { type RawBuilder, sql } from 'kysely'
import type { Db } from './connect'

/**
 * The backend serving a transaction and its `xact_start`. The pair identifies it while the transaction runs, never a
 * later transaction of the same connection.
 */
export async function backendOf(
  transaction: Db,
): Promise<{ backend_pid: number; backend_since: RawBuilder<Date> }> {
  const { rows } = await sql<{ pid: number; depuis: string }>`
    select pid, xact_start::text as depuis
    from pg_stat_activity
    where pid = pg_backend_pid()`.execute(transaction)
  const [backend] = rows
  if (!backend) throw new Error('pg_stat_activity does not show this connection')
  return { backend_pid: backend.pid, backend_since: sql<Date>`${backend.depuis}::timestamptz` }
}
