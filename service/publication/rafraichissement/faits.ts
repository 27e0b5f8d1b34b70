import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect'

/** So often a table is asked for that somebody reads, and so long between. */
const TRIES = 5
const PAUSE_MS = 200

/**
 * Drops a partition, or leaves it where it is read for longer than a moment; returns whether it did. Caught within the
 * database, a lock that is not free is no error in its log.
 */
const drop = (db: Db, oid: number, nom: string): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    await sql`set local lock_timeout = '200ms'`.execute(transaction)
    await sql
      .raw(
        `do $$ begin drop table if exists ${nom}; exception when lock_not_available then null; end $$`,
      )
      .execute(transaction)
    const { rows } = await sql`select from pg_class where oid = ${oid}`.execute(transaction)
    return rows.length === 0
  })

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
  for (let tries = 0; tries < TRIES && dropped < rows.length;) {
    const { oid, nom } = rows[dropped] as (typeof rows)[number]
    if (await drop(db, oid, nom)) dropped++
    else {
      tries++
      await wait(PAUSE_MS)
    }
  }
  return dropped
}
