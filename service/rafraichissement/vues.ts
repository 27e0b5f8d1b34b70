import { sql } from 'kysely'
import type { Db } from '../database/connect'
import { inOrder, listExisting } from '../database/migration/objects'

/** A materialized view of `migrations/vues/`. */
export interface Vue {
  name: string
  /** The comment on the view. */
  display_name: string
  /** It has a unique index, so screens can read it while it is refreshed. */
  hasKey: boolean
}

/** Every materialized view that this role may refresh, each after those that it reads. */
export async function listVues(db: Db): Promise<Vue[]> {
  const { rows } = await sql<Vue>`
    select
      relname as name,
      coalesce(obj_description(vue.oid, 'pg_class'), relname) as display_name,
      exists (select from pg_index where indrelid = vue.oid and indisunique) as "hasKey"
    from pg_class as vue
    where relkind = 'm' and relnamespace = 'public'::regnamespace
      and pg_has_role(relowner, 'usage')`.execute(db)
  const vues = new Map(rows.map((vue) => [vue.name, vue]))
  const existing = await listExisting(db, 'public')
  const ordered = inOrder(
    existing.sort((one, other) => (one.name < other.name ? -1 : 1)),
    ({ reference }) => reference,
    ({ needs }) => needs,
  )
  return ordered.flatMap(({ name }) => vues.get(name) ?? [])
}
