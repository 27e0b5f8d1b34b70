import { sql } from 'kysely'
import { closePassage, giveWay, lockAlone } from '../../platform/database/alone'
import type { Database, Db, Reserved } from '../../platform/database/connect'
import { isDistributed } from '../../platform/database/repartition'
import type { Schema } from '../../platform/database/schema'
import { keepStatistics } from '../../platform/database/statistics'
import { untilDone } from '../../platform/jobs/again'
import { type Job, LeaseLost, noteBackend, renewLease } from '../../platform/jobs/lease'
import { confronter } from '../calcul/confronter'
import { calculerEntier, type Travail } from '../calcul/entier'
import { calculerTouches } from '../calcul/touches'
import { listVues, type Vue } from './vues'

/** Result of a refresh: the number of gifts, and the seconds per view. */
export interface Refreshed {
  dons: number
  durations: Map<string, number>
}

/**
 * Computes every figure from one snapshot and publishes them atomically with the refresh's own status. Throws, leaving
 * the old figures intact, if a view fails or `signal` fires (refresh given up). Begins again where an import was in its way.
 */
export const runRefresh = (database: Database, job: Job, signal: AbortSignal): Promise<Refreshed> =>
  untilDone(async (givesWay) => {
    await keepStatistics(database.db)
    await noteBegun(database.db, job)
    return database.reserve((reserved) => refreshOnce(database, reserved, job, signal, givesWay))
  }, signal)

function refreshOnce(
  { db, pool }: Database,
  reserved: Reserved,
  job: Job,
  signal: AbortSignal,
  givesWay: boolean,
): Promise<Refreshed> {
  const { id } = job
  return reserved.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      await tune(transaction)
      await keepSchema(transaction)
      await keepDonations(transaction)
      if (givesWay) await giveWay(transaction)
      await noteBackend(transaction, db, job)
      const { entier } = await transaction
        .selectFrom('rafraichissements')
        .select('entier')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const durations = new Map<string, number>()
      let done: Done | undefined
      let inchanges = false
      for (const vue of await listVues(transaction)) {
        signal.throwIfAborted()
        await noteStep(db, id, done, vue.name)
        const begun = performance.now()
        if (vue.kind === 'facts') {
          const travail = { tx: transaction, client: reserved.client, pool }
          inchanges = await computeFacts(travail, entier, signal)
        } else if (inchanges) await sql`call garder_chiffre(${vue.name})`.execute(transaction)
        else await computeFigure(transaction, vue, entier)
        const inchangee = inchanges && vue.kind !== 'facts'
        done = { name: vue.name, duration: (performance.now() - begun) / 1000, inchangee }
        if (!inchangee) durations.set(vue.name, done.duration)
      }
      await noteStep(db, id, done)
      await forgetEcarts(transaction)
      if (!(await renewLease(db, job))) throw new LeaseLost()
      await complete(db, transaction, id)
      return { dons: await countDons(transaction), durations }
    })
}

/** Computes every figure of several servers with no service running; uses the service's rights. */
export const computeAlone = ({ reserve, pool }: Database): Promise<void> =>
  reserve(({ db, client }) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        await tune(tx)
        for (const vue of await listVues(tx))
          if (vue.kind === 'facts')
            await computeFacts({ tx, client, pool }, true, new AbortController().signal)
          else await computeFigure(tx, vue, true)
        await forgetEcarts(tx)
      }),
  )

/**
 * Planner settings of a refresh: in-memory sorts and parallel plans of many rows pay off, JIT and parallel plans of few do
 * not; every wait is bounded. On several servers settings are propagated, except the parallel cost: they already work side
 * by side. A single server ignores the citus setting.
 */
async function tune(transaction: Db): Promise<void> {
  await sql`set local parallel_tuple_cost = 0.01`.execute(transaction)
  await sql`set local citus.propagate_set_commands = 'local'`.execute(transaction)
  await sql`set local work_mem = '64MB'`.execute(transaction)
  await sql`set local jit = off`.execute(transaction)
  await sql`set local statement_timeout = '1h'`.execute(transaction)
  await sql`set local lock_timeout = '10min'`.execute(transaction)
  await sql`set local idle_in_transaction_session_timeout = '1min'`.execute(transaction)
}

/** Excludes schema changes during the refresh: they swap the views. */
async function keepSchema(transaction: Db): Promise<void> {
  await sql`lock table schema_fichiers in access share mode`.execute(transaction)
}

/**
 * No partition may be swapped in until commit: its rows would be newer than this transaction's snapshot, which would
 * see none. `lock` takes no snapshot itself, so it comes before the first query.
 */
async function keepDonations(transaction: Db): Promise<void> {
  await sql`lock table donations in access share mode`.execute(transaction)
}

/**
 * Brings the facts up to date: those of whoever imports, decisions or cards changed, or all of them where that is not known
 * or no less work. A whole refresh (`entier`) that knows of nothing computes all the same, and writes only if that is not what
 * is kept. Returns whether every figure is what it would be computed as.
 */
async function computeFacts(
  travail: Travail,
  entier: boolean,
  signal: AbortSignal,
): Promise<boolean> {
  const { tx } = travail
  const { rows } = await sql<{ contacts: string[] | null }>`call noter_changements(null)`.execute(
    tx,
  )
  const contacts = rows[0]?.contacts
  const rienDeSu = entier && contacts?.length === 0 && !(await isDistributed<Schema>(tx))
  const conformes = !rienDeSu || (await confrontTout(travail, signal))
  const inchanges = rienDeSu && conformes && (await areFiguresWhole(tx))
  if (contacts && conformes) {
    await calculerTouches(travail, contacts)
    await sql`call suivre_changements(${contacts})`.execute(tx)
  } else {
    await calculerEntier(travail, signal)
    await sql`update faits_publies set par_ecarts = false`.execute(tx)
  }
  await sql`delete from fiches_deplacees`.execute(tx)
  return inchanges
}

/** Whether what is kept is what all gifts come to; a control tells. */
async function confrontTout(travail: Travail, signal: AbortSignal): Promise<boolean> {
  const { lignes, ecarts } = await confronter(travail, signal)
  await sql`
    insert into chiffres_compares as compares (nom, lignes, differentes)
    values ('donateurs_annees', ${lignes}, ${ecarts})
    on conflict (nom) do update
    set lignes = excluded.lignes, differentes = excluded.differentes, compare_le = excluded.compare_le`.execute(
    travail.tx,
  )
  return ecarts === 0
}

/** Whether the figures were computed whole, of the same views and up to the same day. */
async function areFiguresWhole(tx: Db): Promise<boolean> {
  const { rows } = await sql<{ entiers: boolean }>`
    select
      derniers.entier and derniers.vues is not distinct from etat.vues
        and (select jour from horizon_publie) is not distinct from horizon_des_ecarts() as entiers
    from rafraichissements as derniers, etat_donnees as etat
    where status = 'completed'
    order by numero desc
    limit 1`.execute(tx)
  return rows[0]?.entiers ?? false
}

const computeFigure = (transaction: Db, { name }: Vue, entier: boolean) =>
  sql`call actualiser_chiffre(${name}, ${entier})`.execute(transaction)

/** Nobody else sees what the figures followed by. */
async function forgetEcarts(transaction: Db): Promise<void> {
  await sql`delete from faits_comptes_ecarts`.execute(transaction)
  await sql`delete from dons_ecarts`.execute(transaction)
  await sql`delete from donateurs_ecarts`.execute(transaction)
  await sql`delete from series_comptees_ecarts`.execute(transaction)
  await sql`delete from dons_des_faits_ecarts`.execute(transaction)
}

/** A view that a refresh has computed, and in how many seconds. */
interface Done {
  name: string
  duration: number
  /** It was left as it is. */
  inchangee: boolean
}

/** Nothing is done yet, or any more; what is committed now it will contain. */
async function noteBegun(db: Db, { id }: Job): Promise<void> {
  const etat = await db.selectFrom('etat_donnees').selectAll().executeTakeFirstOrThrow()
  await db
    .updateTable('rafraichissements')
    .set(etat)
    .where('id', '=', id)
    .where('status', '=', 'in_progress')
    .execute()
  await sql`
    update rafraichissement_vues set status = 'pending', commence_le = null, duration = null
    where rafraichissement_id = ${id} and status <> 'pending'`.execute(db)
}

/** Records what is done and what begins, outside of the transaction, visible to others. */
async function noteStep(db: Db, id: string, done?: Done, next?: string): Promise<void> {
  await sql`
    update rafraichissement_vues
    set
      status = case name when ${next ?? null}::text then 'in_progress' else 'completed' end,
      commence_le = case name when ${next ?? null}::text then clock_timestamp() else commence_le end,
      duration = case name when ${done?.name ?? null}::text then ${done?.duration ?? null}::float8 end,
      inchangee = name is not distinct from ${done?.name ?? null}::text and ${done?.inchangee ?? false}
    where rafraichissement_id = ${id} and name in (${next ?? null}, ${done?.name ?? null})`.execute(
    db,
  )
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
 * Completes the refresh with what its snapshot saw. If another process ended it since that snapshot, PostgreSQL refuses
 * the update (40001) and nothing becomes visible; likewise this throws if the excluded donors were repaired meanwhile.
 * A repair in the very next instant makes another refresh due.
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
      entier: sql<boolean>`entier or not (select par_ecarts from faits_publies)`,
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
