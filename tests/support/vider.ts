import { sql } from 'kysely'
import type { Db } from '../../service/platform/database/connect'
import { counted } from './dons'

/**
 * Deletes what tables hold, as the administrator. Truncating them would lock them all, one after the other, while
 * what the service does by itself may hold one and wait for another.
 */
export async function empty(db: Db, ...tables: string[]): Promise<void> {
  for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(db)
  if (tables.includes('donations')) await counted(db)
}
