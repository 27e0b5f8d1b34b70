import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/connect'
import type { Depot } from '../staging/depot'

/** Statements over fewer rows are too fast to be worth counting. */
const MANY = 100_000

/** Sequence cache per session: its last value is ahead of the count by at most this. */
const TAKEN = 1_000

/** A condition that is always true, and counts the rows it is evaluated on. */
export type Counting = RawBuilder<boolean>

export const isWorthCounting = (rows: number): boolean => rows >= MANY

/** Sequence values are the only state of a transaction visible to others before commit. */
export async function openCount(db: Db, { compte }: Depot): Promise<void> {
  await sql`create unlogged sequence if not exists ${sql.table(compte)} cache ${sql.lit(TAKEN)}`.execute(
    db,
  )
}

/** Resets the count, in the session that will count. */
export async function beginCount(tx: Db, { compte }: Depot): Promise<Counting> {
  await sql`select setval(${sql.lit(compte)}, 1, false)`.execute(tx)
  return sql`nextval(${sql.lit(compte)}) > 0`
}

/** Lower bound of the rows counted. */
export async function readCount(db: Db, { compte }: Depot): Promise<number> {
  const { rows } = await sql<{ nombre: number }>`
    select greatest(coalesce(pg_sequence_last_value(${sql.lit(compte)}), 0) - ${sql.lit(TAKEN)}, 0) as nombre
  `.execute(db)
  return rows[0]?.nombre ?? 0
}
