import { sql } from 'kysely'
import type { Db } from '../../service/platform/database/connect'
import { readRegistres } from '../../service/platform/database/migration/registres'
import { counted } from './dons'
import { tamper } from './tamper'

/** Of a register the acts go with its rows. */
async function emptyRegister(db: Db, table: string): Promise<void> {
  await tamper(db, sql`delete from ${sql.table(table)}`, table)
  await tamper(
    db,
    sql`delete from registres_actes where registre = ${table} and geste <> 'DEBUT'`,
    'registres_actes',
  )
}

/**
 * Deletes what tables hold, as the administrator. Truncating them would lock them all, one after the other, while
 * what the service does by itself may hold one and wait for another.
 */
export async function empty(db: Db, ...tables: string[]): Promise<void> {
  const registres = readRegistres()
  for (const table of tables)
    await (table in registres
      ? emptyRegister(db, table)
      : sql`delete from ${sql.table(table)}`.execute(db))
  if (tables.includes('donations')) await counted(db)
}
