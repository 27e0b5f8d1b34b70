import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from '../database/connect'
import { keep, whileListening } from './keep'

/** Where more contacts than these changed, `contacts_a_revoir` need not say which. */
export const A_REVOIR_AU_PLUS = 5_000

/** Rows derived from others. */
export interface Derived {
  /** The single-row table recording what they were derived from. */
  etat: string
  /** What they would be derived from now, by column of that row. */
  source: Readonly<Record<string, RawBuilder<unknown>>>
  timeout: '10min' | '1h'
  /** They read gifts: no partition may be swapped in meanwhile. */
  ofDonations?: boolean
  /** Derives them; returns false if it cannot. */
  make: (tx: Db) => Promise<unknown>
}

const columnsOf = ({ source }: Derived) =>
  sql.join(Object.keys(source).map((name) => sql.ref(name)))
const sourceOf = ({ source }: Derived) => sql.join(Object.values(source))

/** Whether the sources changed since the last derivation. */
export async function isLate(db: Db, derived: Derived): Promise<boolean> {
  const { rows } = await sql<{ late: boolean }>`
    select row(${columnsOf(derived)}) is distinct from row(${sourceOf(derived)}) as late
    from ${sql.table(derived.etat)}`.execute(db)
  return rows[0]?.late ?? true
}

/** Rederives the rows from one snapshot and records its state; waits for a concurrent run. Returns whether it could. */
export const derive = (db: Db, derived: Derived): Promise<boolean> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await sql`set local statement_timeout = ${sql.lit(derived.timeout)}`.execute(tx)
      // Before the first query: `lock` takes no snapshot, so another process's latest run is visible.
      await sql`lock table ${sql.table(derived.etat)} in share row exclusive mode`.execute(tx)
      if (derived.ofDonations) await sql`lock table donations in access share mode`.execute(tx)
      await sql`set local work_mem = '64MB'`.execute(tx)
      await sql`set local jit = off`.execute(tx)
      if ((await derived.make(tx)) === false) return false
      const now = sql`set (${columnsOf(derived)}) = row(${sourceOf(derived)})`
      await sql`update ${sql.table(derived.etat)} ${now}`.execute(tx)
      return true
    })

/** Rederives the rows whenever they are late, while the service listens; skips it if another process just did. */
export function keepDerived(
  app: FastifyInstance,
  { db, log }: { db: Db; log: Logger },
  derived: Derived,
  failure: string,
): void {
  const make = async (tx: Db) => (await isLate(tx, derived)) && derived.make(tx)
  const update = async () => {
    if (await isLate(db, derived)) await derive(db, { ...derived, make })
  }
  whileListening(app, () => keep(update, (err) => log.warn({ err }, failure)))
}
