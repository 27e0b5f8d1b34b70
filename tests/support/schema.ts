import { sql } from 'kysely'
import type { Db } from '../../service/platform/database/connect'

/** Awake where somebody was anonymised, as in the base of a release and not in a new one. */
export const REVEILLE = 'vider_fiche_anonymisee'

/**
 * Everything that the catalogue says of our objects, a line each: definitions, owners, rights, triggers, columns in their
 * order, constraints and indexes by name, sequences. What refreshes and imports make (`partitions`, `depots`) is data;
 * the partition of the gifts is told. Not null is told with the column: where PostgreSQL names that, it is by the column's
 * first name, or by its last in a base that came from a dump.
 */
export async function describeSchema(db: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    with ours as (
      select oid, oid::regnamespace::text as schema from pg_namespace where nspname in ('public', 'publiees')
    )
    select concat_ws(' ', 'table', relnamespace::regnamespace, relname, relkind, relpersistence, relowner::regrole, relacl::text,
      reloptions::text, obj_description(pg_class.oid, 'pg_class'), pg_get_partkeydef(pg_class.oid)) as line
    from pg_class
    where (relnamespace in (select oid from ours) or relnamespace = 'partitions'::regnamespace and relname ~ '^donations') and relkind not in ('i', 'I')
    union all
    select concat_ws(' ', 'view', pg_class.oid::regclass, pg_get_viewdef(pg_class.oid))
    from pg_class where relnamespace in (select oid from ours) and relkind in ('v', 'm')
    union all
    select concat_ws(' ', 'column', attrelid::regclass, rank() over (partition by attrelid order by attnum), attname,
      format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated, attstorage, nullif(attstattarget, -1),
      attcollation::regcollation, attacl::text, pg_get_expr(adbin, adrelid))
    from pg_attribute
    join pg_class on pg_class.oid = attrelid and relnamespace in (select oid from ours) and relkind not in ('i', 'I', 'S')
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attnum > 0 and not attisdropped
    union all
    select concat_ws(' ', 'sequence', seqrelid::regclass, seqtypid::regtype, seqstart, seqincrement, seqmax, seqmin, seqcache, seqcycle)
    from pg_sequence
    union all
    select concat_ws(' ', 'routine', pg_get_functiondef(oid), proowner::regrole, proacl::text)
    from pg_proc where pronamespace in (select oid from ours)
    union all
    select concat_ws(' ', 'trigger', pg_get_triggerdef(oid), tgenabled)
    from pg_trigger where not tgisinternal and tgname <> ${REVEILLE}
    union all
    select concat_ws(' ', 'index', pg_get_indexdef(indexrelid), indisreplident, indisclustered)
    from pg_index
    join pg_class on pg_class.oid = indexrelid and relnamespace in (select oid from ours)
    union all
    select concat_ws(' ', 'constraint', conname, conrelid::regclass, pg_get_constraintdef(oid), convalidated)
    from pg_constraint where connamespace in (select oid from ours) and contype <> 'n'
    union all
    select concat_ws(' ', 'schema', nspname, nspowner::regrole, nspacl::text)
    from pg_namespace where nspname !~ '^pg_'
    union all
    select concat_ws(' ', 'default rights', defaclrole::regrole, defaclnamespace::regnamespace, defaclobjtype, defaclacl::text)
    from pg_default_acl
    order by 1`.execute(db)
  return rows.map(({ line }) => line)
}
