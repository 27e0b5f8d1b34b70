import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database/connect'
import { keep } from './keep'

/** Rows that are made of others. */
export interface Derived {
  /** The table of one row that says what they were made of. */
  etat: string
  /** What they would be made of now, by the columns of that row. */
  source: Readonly<Record<string, RawBuilder<unknown>>>
  timeout: '10min' | '1h'
  /** Gifts are among them: no other partition may be put in place meanwhile. */
  ofDonations?: boolean
}

type Make = (tx: Db) => Promise<unknown>

const columnsOf = ({ source }: Derived) =>
  sql.join(Object.keys(source).map((name) => sql.ref(name)))
const sourceOf = ({ source }: Derived) => sql.join(Object.values(source))

/** Whether what the rows are made of changed since. */
export async function isLate(db: Db, derived: Derived): Promise<boolean> {
  const { rows } = await sql<{ late: boolean }>`
    select row(${columnsOf(derived)}) is distinct from row(${sourceOf(derived)}) as late
    from ${sql.table(derived.etat)}`.execute(db)
  return rows[0]?.late ?? true
}

/**
 * Makes the rows anew in one state of the data and notes which; whoever else does is waited for. Returns false, as `make`
 * does, where it could not.
 */
export const derive = (db: Db, derived: Derived, make: Make): Promise<boolean> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await sql`set local statement_timeout = ${sql.lit(derived.timeout)}`.execute(tx)
      // Before the first query: `lock` takes no snapshot, so what another process has just kept is seen.
      await sql`lock table ${sql.table(derived.etat)} in share row exclusive mode`.execute(tx)
      if (derived.ofDonations) await sql`lock table donations in access share mode`.execute(tx)
      await sql`set local work_mem = '64MB'`.execute(tx)
      await sql`set local jit = off`.execute(tx)
      if ((await make(tx)) === false) return false
      await sql`
        update ${sql.table(derived.etat)} set (${columnsOf(derived)}) = row(${sourceOf(derived)})`.execute(
        tx,
      )
      return true
    })

/** Makes the rows anew whenever they are late, until `stop`; where another process just did, they are not. */
export const keepDerived = (
  db: Db,
  derived: Derived,
  make: Make,
  onFailure: (error: unknown) => void,
) =>
  keep(async () => {
    if (await isLate(db, derived))
      await derive(db, derived, async (tx) => (await isLate(tx, derived)) && make(tx))
  }, onFailure)
