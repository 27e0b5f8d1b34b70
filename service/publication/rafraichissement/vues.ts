import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect'
import { inOrder, listExisting } from '../../platform/database/migration/objects'

/** A figure that a refresh computes, or the facts. */
export interface Vue {
  name: string
  /** The materialized view, or the view of the facts. */
  relation: string
  /** The SQL comment on the view. */
  display_name: string
  kind: 'materialized' | 'facts'
}

/** The facts, and every materialized view this role may refresh, in dependency order. */
export async function listVues(db: Db): Promise<Vue[]> {
  const { rows } = await sql<Vue>`
    select
      regexp_replace(relname, '_entier$', '') as name,
      relname as relation,
      coalesce(obj_description(vue.oid, 'pg_class'), relname) as display_name,
      case relkind when 'm' then 'materialized' else 'facts' end as kind
    from pg_class as vue
    where relnamespace = 'public'::regnamespace
      and (relkind = 'm' or relkind = 'v' and relname = 'donateurs_annees')
      and pg_has_role(relowner, 'usage')`.execute(db)
  const vues = new Map(rows.map((vue) => [vue.relation, vue]))
  const existing = await listExisting(db, 'public')
  const ordered = inOrder(
    existing.sort((one, other) => (one.name < other.name ? -1 : 1)),
    ({ reference }) => reference,
    ({ needs }) => needs,
  )
  return ordered.flatMap(({ name }) => vues.get(name) ?? [])
}
