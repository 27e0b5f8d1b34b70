import { sql } from 'kysely'
import type { Db } from '../database/connect'

/**
 * Drops the facts of earlier generations, which nobody reads any more: at once where no reader is in the way, else
 * after a later refresh. Returns how many it dropped.
 */
export async function dropOldFacts(db: Db): Promise<number> {
  const { rows } = await sql<{ faits: string }>`
    select format('%I.%I', nspname, relname) as faits
    from pg_inherits
    join pg_class on pg_class.oid = inhrelid
    join pg_namespace on pg_namespace.oid = relnamespace
    where inhparent = 'faits_donateurs'::regclass
      and relname <> (select 'faits_donateurs_' || generation from faits_publies)`.execute(db)
  for (const { faits } of rows)
    await db.transaction().execute(async (transaction) => {
      await sql`set local lock_timeout = '200ms'`.execute(transaction)
      await sql`drop table ${sql.raw(faits)}`.execute(transaction)
    })
  return rows.length
}
