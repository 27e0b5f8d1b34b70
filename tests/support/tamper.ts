import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../service/platform/database/connect'

/** What `tamper` runs, in order. */
const tampered = (statement: RawBuilder<unknown>, table: string): RawBuilder<unknown>[] => [
  sql`alter table ${sql.id(table)} disable trigger all`,
  statement,
  sql`
    do $$
    declare
      declencheur name;
    begin
      for declencheur in
        select tgname from pg_trigger where tgrelid = ${sql.lit(table)}::regclass and not tgisinternal
      loop
        execute format('alter table %I enable always trigger %I', ${sql.lit(table)}, declencheur);
      end loop;
    end $$`,
]

/** Runs a statement as the superuser who first switches the triggers of a table off, and on again after. */
export async function tamper(
  db: Db,
  statement: RawBuilder<unknown>,
  table: string = 'evenements_exclusion',
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
  table: string = 'evenements_exclusion',
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
