import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../service/database/connect'

/** Runs a statement as the superuser who first switches the log's triggers off, and on again after. */
export async function tamper(db: Db, statement: RawBuilder<unknown>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`alter table evenements_exclusion disable trigger all`.execute(transaction)
    await statement.execute(transaction)
    for (const trigger of ['lignes_immuables', 'table_immuable'])
      await sql`alter table evenements_exclusion enable always trigger ${sql.id(`evenements_exclusion_${trigger}`)}`.execute(
        transaction,
      )
  })
}
