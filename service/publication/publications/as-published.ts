import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect'

/**
 * What the questions of the dashboard find in the rest of a transaction: their views as they were in a publication, and
 * nothing else. A view that publications do not keep is an error, never the figure of today. See the schema `publiees`.
 */
export async function goBackTo(tx: Db, publication: number): Promise<void> {
  await sql`
    select
      set_config('publiees.numero', ${String(publication)}, true),
      set_config('search_path', 'publiees', true)`.execute(tx)
}
