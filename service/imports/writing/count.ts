import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/connect'
import type { Depot } from '../staging/depot'

/** From so many rows on a statement counts those that it goes through; fewer take no time. */
const MANY = 100_000

/** A session takes so many numbers of a sequence at once: it is at most so far behind what the sequence says. */
const TAKEN = 1_000

/** A condition that always holds, and counts the rows that it is asked of. */
export type Counting = RawBuilder<boolean>

export const isWorthCounting = (rows: number): boolean => rows >= MANY

/** Numbers of a sequence are the one thing of a transaction that others see before it ends. */
export async function openCount(db: Db, { compte }: Depot): Promise<void> {
  await sql`create unlogged sequence if not exists ${sql.table(compte)} cache ${sql.lit(TAKEN)}`.execute(
    db,
  )
}

/** Begins at 0, in the session that is to count. */
export async function beginCount(tx: Db, { compte }: Depot): Promise<Counting> {
  await sql`select setval(${sql.lit(compte)}, 1, false)`.execute(tx)
  return sql`nextval(${sql.lit(compte)}) > 0`
}

/** How many rows are certainly counted. */
export async function readCount(db: Db, { compte }: Depot): Promise<number> {
  const { rows } = await sql<{ nombre: number }>`
    select greatest(coalesce(pg_sequence_last_value(${sql.lit(compte)}), 0) - ${sql.lit(TAKEN)}, 0) as nombre
  `.execute(db)
  return rows[0]?.nombre ?? 0
}
