import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect'

/**
 * Drops the facts of earlier generations and the gifts beside or repartitioned for them; throws if a reader is in the way, which
 * leaves them to a later refresh. Returns how many tables it dropped.
 */
export async function dropOldFacts(db: Db): Promise<number> {
  const { rows } = await sql<{ nom: string }>`
    select format('%I.%I', nspname, relname) as nom
    from pg_inherits
    join pg_class on pg_class.oid = inhrelid
    join pg_namespace on pg_namespace.oid = relnamespace
    where inhparent in ('faits_donateurs'::regclass, 'dons_croises'::regclass, to_regclass('dons_contacts'))
      and relname not in (
        select parent || generation
        from faits_publies
        cross join unnest(array['faits_donateurs_', 'dons_croises_', 'dons_contacts_']) as parent
      )`.execute(db)
  for (const { nom } of rows)
    await db.transaction().execute(async (transaction) => {
      await sql`set local lock_timeout = '200ms'`.execute(transaction)
      await sql`drop table ${sql.raw(nom)}`.execute(transaction)
    })
  return rows.length
}
