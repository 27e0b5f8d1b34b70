import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import type { Logger } from 'pino'
import { giveWay } from '../database/alone'
import type { Db } from '../database/connect'
import { onlyRow } from '../database/only-row'
import { keepDonations } from '../database/snapshot'
import { keepStatistics } from '../database/statistics'
import { untilDone } from './again'
import { keep, whileListening } from './keep'
import { createPauses } from './pauses'

/** Rows derived from others. */
export interface Derived {
  /** The single-row table recording what they were derived from. */
  etat: string
  /** What they would be derived from now, by column of that row. */
  source: Readonly<Record<string, RawBuilder<unknown>>>
  timeout: '10min' | '1h'
  /** They read gifts, or facts: no partition may be swapped in, or dropped, meanwhile. */
  ofDonations?: boolean
  /** They are looked for in all that is stored: in a pause between imports, anew where one begins meanwhile. */
  whole?: boolean
  /** Derives them; returns false if it cannot. */
  make: (tx: Db) => Promise<unknown>
}

const columnsOf = ({ source }: Derived) =>
  sql.join(Object.keys(source).map((name) => sql.ref(name)))
const sourceOf = ({ source }: Derived) => sql.join(Object.values(source))

/** How many files of cards were imported. */
export const IMPORTS_DE_CARTES = sql`(
  select count(*)
  from imports
  join fichiers using (fichier_id)
  where type = 'donateurs' and statut = 'completed'
)`

/** Whether the sources changed since the last derivation. */
export async function isLate(db: Db, derived: Derived): Promise<boolean> {
  const { rows } = await sql<{ late: boolean }>`
    select row(${columnsOf(derived)}) is distinct from row(${sourceOf(derived)}) as late
    from ${sql.table(derived.etat)}`.execute(db)
  return rows[0]?.late ?? true
}

/**
 * Whether an import or a decision is not in the figures yet, or cards not in the words of the search: what is derived from
 * these is late from the act on, long before they change.
 */
export async function isAwaiting(db: Db): Promise<boolean> {
  const { awaits } = onlyRow(
    await sql<{ awaits: boolean }>`
    select
      row(derniers.imports, derniers.evenement) is distinct from row(etat.imports, etat.evenement)
        or (select imports from mots_contacts_etat) is distinct from ${IMPORTS_DE_CARTES} as awaits
    from etat_donnees as etat
    left join derniers_chiffres as derniers on true`.execute(db),
  )
  return awaits
}

/**
 * Rederives the rows from one snapshot and records its state; waits for a concurrent run, and gives way to imports. Returns
 * whether it could.
 */
export const derive = (db: Db, derived: Derived): Promise<boolean> =>
  untilDone(async (givesWay) => {
    await keepStatistics(db)
    return deriveOnce(db, derived, givesWay)
  })

const deriveOnce = (db: Db, derived: Derived, givesWay: boolean): Promise<boolean> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await sql`set local statement_timeout = ${sql.lit(derived.timeout)}`.execute(tx)
      // Before the first query: `lock` takes no snapshot, so another process's latest run is visible.
      await sql`lock table ${sql.table(derived.etat)} in share row exclusive mode`.execute(tx)
      if (derived.ofDonations) await keepDonations(tx)
      if (givesWay) await giveWay(tx)
      await sql`set local work_mem = '64MB'`.execute(tx)
      if ((await derived.make(tx)) === false) return false
      const now = sql`set (${columnsOf(derived)}) = row(${sourceOf(derived)})`
      await sql`update ${sql.table(derived.etat)} ${now}`.execute(tx)
      return true
    })

/**
 * Rederives the rows whenever they are late, while the service listens; skips it if another process just did. What is `whole`
 * waits for a pause between imports.
 */
export function keepDerived(
  app: FastifyInstance,
  { db, log }: { db: Db; log: Logger },
  derived: Derived,
  failure: string,
): void {
  const make = async (tx: Db) => (await isLate(tx, derived)) && derived.make(tx)
  const now = () => derive(db, { ...derived, make })
  const inPause = createPauses(db)
  const later = () =>
    inPause(async (givesWay, watched) => {
      await keepStatistics(db)
      await deriveOnce(db, { ...derived, make: (tx) => watched(tx, () => make(tx)) }, givesWay)
    })
  const update = async () => {
    if (await isLate(db, derived)) await (derived.whole ? later() : now())
  }
  whileListening(app, () => keep(update, (err) => log.warn({ err }, failure)))
}
