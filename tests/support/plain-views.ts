import { sql } from 'kysely'
import type { Db } from '../../service/database/connect'
import { listVues } from '../../service/rafraichissement/vues'

/**
 * Puts a plain view in the place of every materialized one, asking the same question in the same words: in
 * this database figures are always those of the rows, without a refresh.
 */
export async function replaceByPlainViews(db: Db): Promise<void> {
  const vues = await listVues(db)
  const definitions = new Map<string, string>()
  for (const { name } of vues) {
    const { rows } = await sql<{ definition: string }>`
      select pg_get_viewdef(${name}::regclass) as definition`.execute(db)
    definitions.set(name, rows[0]?.definition ?? '')
  }
  for (const { name } of vues.reverse())
    await sql`drop materialized view ${sql.table(name)}`.execute(db)
  for (const [name, definition] of definitions)
    await sql`create view ${sql.table(name)} as ${sql.raw(definition)}`.execute(db)
  await sql`call attribuer_droits()`.execute(db)
}
