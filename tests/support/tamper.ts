import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../service/platform/database/connect'

type ImmutableTable =
  | 'evenements_exclusion'
  | 'decisions_legitimes'
  | 'poids_regles'
  | 'oppositions_actes'
  | 'publications'
  | 'publications_lignes'
  | 'publications_causes'
  | 'publications_effets'

/** What `tamper` runs, in order. */
const tampered = (statement: RawBuilder<unknown>, table: ImmutableTable): RawBuilder<unknown>[] => [
  sql`alter table ${sql.id(table)} disable trigger all`,
  statement,
  ...['lignes_immuables', 'table_immuable'].map(
    (trigger) =>
      sql`alter table ${sql.id(table)} enable always trigger ${sql.id(`${table}_${trigger}`)}`,
  ),
]

/** Runs a statement as the superuser who first switches the triggers of a table off, and on again after. */
export async function tamper(
  db: Db,
  statement: RawBuilder<unknown>,
  table: ImmutableTable = 'evenements_exclusion',
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (const one of tampered(statement, table)) await one.execute(transaction)
  })
}

/** The same of some statements, in the open transaction of `client`. */
export async function tamperWithin(
  client: pg.Client,
  db: Db,
  statements: RawBuilder<unknown>[],
  table: ImmutableTable = 'evenements_exclusion',
): Promise<void> {
  for (const statement of statements) await runWithin(client, db, tampered(statement, table))
}

/** Runs statements that `db` writes, over another connection. */
export async function runWithin(
  client: pg.Client,
  db: Db,
  statements: RawBuilder<unknown>[],
): Promise<void> {
  for (const statement of statements) {
    const { sql: text, parameters } = statement.compile(db)
    await client.query(text, [...parameters])
  }
}
