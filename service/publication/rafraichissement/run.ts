import { sql } from 'kysely'
import { closePassage, lockAlone } from '../../platform/database/alone'
import type { Db } from '../../platform/database/connect'
import { type Job, LeaseLost, noteBackend, renewLease } from '../../platform/jobs/lease'
import { listVues, type Vue } from './vues'

/** What a refresh counted: the gifts, and the seconds that each view took. */
export interface Refreshed {
  dons: number
  durations: Map<string, number>
}

/**
 * Computes every figure from one state of the data and makes all of them visible at once, with the refresh's
 * own status. Throws, and leaves the old figures whole, if a view fails or the refresh is given up, which `signal`
 * tells.
 */
export function runRefresh(db: Db, job: Job, signal: AbortSignal): Promise<Refreshed> {
  const { id } = job
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      await tune(transaction)
      await keepSchema(transaction)
      await keepDonations(transaction)
      await noteBackend(transaction, db, job)
      const durations = new Map<string, number>()
      for (const vue of await listVues(transaction)) {
        signal.throwIfAborted()
        durations.set(vue.name, await refreshVue(db, transaction, id, vue))
      }
      if (!(await renewLease(db, job))) throw new LeaseLost()
      await complete(db, transaction, id)
      return { dons: await countDons(transaction), durations }
    })
}

/** Computes every figure where no service is at work; with the rights of one. */
export const computeAlone = (db: Db): Promise<void> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      await tune(transaction)
      for (const vue of await listVues(transaction)) await compute(transaction, vue)
    })

/**
 * Sorting in memory and working in parallel pay here, compiling queries does not; every wait is bounded. Where several
 * servers compute, they are told all but what makes processes cheap: they work on their parts side by side already. One
 * alone knows no such setting, and keeps it.
 */
async function tune(transaction: Db): Promise<void> {
  await sql`set local parallel_setup_cost = 0`.execute(transaction)
  await sql`set local parallel_tuple_cost = 0.01`.execute(transaction)
  await sql`set local citus.propagate_set_commands = 'local'`.execute(transaction)
  await sql`set local work_mem = '64MB'`.execute(transaction)
  await sql`set local jit = off`.execute(transaction)
  await sql`set local statement_timeout = '1h'`.execute(transaction)
  await sql`set local lock_timeout = '10min'`.execute(transaction)
  await sql`set local idle_in_transaction_session_timeout = '1min'`.execute(transaction)
}

/** A change of the schema waits for this refresh, or this refresh for it: it exchanges the views. */
async function keepSchema(transaction: Db): Promise<void> {
  await sql`lock table schema_fichiers in access share mode`.execute(transaction)
}

/**
 * Nobody may put another partition in place until the end: its rows would be younger than this transaction's
 * snapshot, which would see none. `lock` takes no snapshot itself, so it comes before the first query.
 */
async function keepDonations(transaction: Db): Promise<void> {
  await sql`lock table donations in access share mode`.execute(transaction)
}

const compute = (transaction: Db, { kind, name }: Vue) =>
  (kind === 'facts'
    ? sql`call actualiser_faits()`
    : sql`refresh materialized view concurrently ${sql.table(name)}`
  ).execute(transaction)

/**
 * Refreshes one view inside the transaction; notes its state outside of it, so that others see it. Returns
 * the seconds that it took.
 */
async function refreshVue(db: Db, transaction: Db, id: string, vue: Vue): Promise<number> {
  const row = db
    .updateTable('rafraichissement_vues')
    .where('rafraichissement_id', '=', id)
    .where('name', '=', vue.name)
  await row.set({ status: 'in_progress', commence_le: sql<Date>`clock_timestamp()` }).execute()
  const begun = performance.now()
  await compute(transaction, vue)
  const duration = (performance.now() - begun) / 1000
  await row.set({ status: 'completed', duration }).execute()
  return duration
}

async function countDons(transaction: Db): Promise<number> {
  const { dons } = await transaction
    .selectFrom('dons_par_mois')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('nombre'), sql.lit(0)).as('dons'))
    .executeTakeFirstOrThrow()
  return dons
}

const readExclusVersion = (db: Db) =>
  db.selectFrom('donateurs_exclus_version').select('version').executeTakeFirstOrThrow()

/**
 * Ends the refresh with what its snapshot saw. If another has ended it since that snapshot, PostgreSQL
 * refuses this update (40001), and nothing becomes visible; so does this if the excluded donors were set right
 * meanwhile. If they are in the very next instant, another refresh is due.
 */
async function complete(db: Db, transaction: Db, id: string): Promise<void> {
  const { version } = await readExclusVersion(transaction)
  if ((await readExclusVersion(db)).version !== version)
    throw new Error('la liste des donateurs exclus a été rétablie entre-temps')
  await lockAlone(transaction, () => closePassage(transaction))
  const { numUpdatedRows } = await transaction
    .updateTable('rafraichissements')
    .from('etat_donnees')
    .set((build) => ({
      status: 'completed' as const,
      termine_le: sql<Date>`clock_timestamp()`,
      calcule_le: sql<Date>`now()`,
      exclus_version: version,
      imports: build.ref('etat_donnees.imports'),
      evenement: build.ref('etat_donnees.evenement'),
      campagne_vfl_motif: build.ref('etat_donnees.campagne_vfl_motif'),
      vues: build.ref('etat_donnees.vues'),
    }))
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Error('ce rafraîchissement n’est plus connu')
  await sql`select publier()`.execute(transaction)
}
