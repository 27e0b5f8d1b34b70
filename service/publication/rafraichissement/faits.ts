import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect'

/** So often it is looked whether readers have gone, and so long between. */
const LOOKS = 10
const LOOK_MS = 100

/** Whether somebody reads a partition, or its parent: to ask for a lock in vain would be an error in the log of the database. */
async function isRead(db: Db, oid: number): Promise<boolean> {
  const { rows } = await sql`
    select
    from pg_locks
    join pg_database on pg_database.oid = database and datname = current_database()
    where relation in (select unnest(array[inhrelid, inhparent]) from pg_inherits where inhrelid = ${oid}::oid)
      and pid <> pg_backend_pid()
    limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Drops the facts of earlier generations and the gifts beside or repartitioned for them; leaves those that somebody still reads to
 * a later refresh. Returns how many tables it dropped.
 */
export async function dropOldFacts(db: Db): Promise<number> {
  const { rows } = await sql<{ nom: string; oid: number }>`
    select format('%I.%I', nspname, relname) as nom, pg_class.oid::bigint as oid
    from pg_inherits
    join pg_class on pg_class.oid = inhrelid
    join pg_namespace on pg_namespace.oid = relnamespace
    where inhparent in ('faits_donateurs'::regclass, 'dons_croises'::regclass, to_regclass('dons_contacts'))
      and relname not in (
        select parent || generation
        from faits_publies
        cross join unnest(array['faits_donateurs_', 'dons_croises_', 'dons_contacts_']) as parent
      )`.execute(db)
  let dropped = 0
  let looks = 0
  for (const { nom, oid } of rows) {
    while (looks < LOOKS && (await isRead(db, oid))) {
      looks++
      await wait(LOOK_MS)
    }
    if (looks === LOOKS) break
    await db.transaction().execute(async (transaction) => {
      await sql`set local lock_timeout = '200ms'`.execute(transaction)
      await sql`drop table ${sql.raw(nom)}`.execute(transaction)
    })
    dropped++
  }
  return dropped
}
