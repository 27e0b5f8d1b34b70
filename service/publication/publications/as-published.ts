import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect'

/**
 * Makes the dashboard queries of the rest of the transaction read views as of a publication. A view that publications
 * do not store is an error, never today's figure. See the schema `publiees`.
 */
export async function goBackTo(tx: Db, publication: number): Promise<void> {
  await sql`
    select
      set_config('publiees.numero', ${String(publication)}, true),
      set_config('search_path', 'publiees', true)`.execute(tx)
}
