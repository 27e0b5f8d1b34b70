import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect'

/** A figure that a refresh computes, or the facts. */
export interface Vue {
  name: string
  /** The materialized view, or the view of the facts. */
  relation: string
  /** The SQL comment on the view. */
  display_name: string
  kind: 'materialized' | 'facts'
}

/**
 * The facts, and every materialized view this role may refresh, each after those that it reads: it was made after them,
 * and is made anew with them.
 */
export async function listVues(db: Db): Promise<Vue[]> {
  const { rows } = await sql<Vue>`
    select
      regexp_replace(relname, '_entier$', '') as name,
      relname as relation,
      coalesce(obj_description(oid, 'pg_class'), relname) as display_name,
      case relkind when 'm' then 'materialized' else 'facts' end as kind
    from pg_class
    where relnamespace = 'public'::regnamespace
      and (relkind = 'm' or relkind = 'v' and relname = 'donateurs_annees')
      and pg_has_role(relowner, 'usage')
    order by relkind = 'm', oid`.execute(db)
  return rows
}
