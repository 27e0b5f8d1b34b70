import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../service/platform/database/connect'

type ImmutableTable =
  | 'evenements_exclusion'
  | 'decisions_legitimes'
  | 'poids_regles'
  | 'publications'
  | 'publications_lignes'
  | 'publications_causes'
  | 'publications_effets'

/** Runs a statement as the superuser who first switches the triggers of a table off, and on again after. */
export async function tamper(
  db: Db,
  statement: RawBuilder<unknown>,
  table: ImmutableTable = 'evenements_exclusion',
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`alter table ${sql.id(table)} disable trigger all`.execute(transaction)
    await statement.execute(transaction)
    for (const trigger of ['lignes_immuables', 'table_immuable'])
      await sql`alter table ${sql.id(table)} enable always trigger ${sql.id(`${table}_${trigger}`)}`.execute(
        transaction,
      )
  })
}
