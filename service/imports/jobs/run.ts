import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { ResultatImport, TypeFichier } from '#contract/imports'
import type { Db } from '../../database/connect'
import type { Metrics } from '../../metrics'
import { dropFailed } from '../staging/stage'
import { AU_DEBUT, inPercent, type Progress } from '../writing/progress'
import { bound } from '../writing/transaction'
import { write } from '../writing/write'
import { explain, isDiskFull, NOTHING_IMPORTED, SERVICE_STOPPED } from '../failure'
import type { Lecture } from '../parsing/lecture'
import { type Attempt, endBackend, entryOf, holdLease, LeaseLost, noteBackend } from './lease'
import { summary } from './summary'

const TURN_MS = 300

export interface Job extends Attempt {
  type: TypeFichier
}

/** Runs one import to its end, whatever that is; never throws. `stopping` gives it up. */
export async function runImport(
  { db, log, metrics }: { db: Db; log: Logger; metrics: Metrics },
  job: Job,
  stopping: AbortSignal,
): Promise<void> {
  const lost = new AbortController()
  const signal = AbortSignal.any([stopping, lost.signal])
  const lease = holdLease(db, job, () => lost.abort())
  const progress: Progress = async (etape, travail, traitees = 0) => {
    if (signal.aborted) throw new LeaseLost()
    await entryOf(db, job)
      .set({ etape, traitees, ...inPercent(travail) })
      .execute()
  }
  const ended = metrics.imports.startTimer({ type: job.type })
  try {
    await awaitTurn(db, job, progress)
    const resultat = await importFile(db, job, signal, progress)
    ended({ status: 'completed' })
    countRows(metrics, job.type, resultat)
    log.info({ import: job.importId, type: job.type, resultat }, 'import terminé')
    await analyse(db, job.type).catch((err: unknown) =>
      log.warn({ err }, 'statistiques non tenues'),
    )
  } catch (error) {
    ended({ status: 'error' })
    log.error({ err: error, import: job.importId }, 'import échoué')
    const failed = {
      statut: 'error' as const,
      termine_le: sql<Date>`clock_timestamp()`,
      message: NOTHING_IMPORTED,
      erreurs: [stopping.aborted ? SERVICE_STOPPED : explain(error)],
    }
    await entryOf(db, job)
      .set(failed)
      .execute()
      .then(() => (isDiskFull(error) ? dropFailed(db, job.importId) : undefined))
      .catch((cause: unknown) => log.error({ err: cause, import: job.importId }, 'échec non noté'))
  } finally {
    lease.release()
  }
}

/** The five outcomes of a row; together they are the file. */
function countRows({ importedRows }: Metrics, type: TypeFichier, resultat: ResultatImport): void {
  for (const result of ['inseres', 'modifies', 'inchanges', 'doublons', 'rejetes'] as const)
    importedRows.inc({ type, result }, resultat[result])
}

/** Gives the planner the statistics of a table with partitions, which no autovacuum does. */
async function analyse(db: Db, type: TypeFichier): Promise<void> {
  await sql`analyze ${sql.table(type)}`.execute(db)
}

/** Each type imports one file at a time, in the order they were started. */
async function awaitTurn(db: Db, job: Job, progress: Progress): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ nom: string }>`
      select avant.nom
      from imports as avant
      join imports as moi on moi.import_id = ${job.importId}
      where avant.type = moi.type
        and avant.statut = 'processing'
        and avant.bail > clock_timestamp()
        and (avant.commence_le, avant.import_id) < (moi.commence_le, moi.import_id)
      order by avant.commence_le
      limit 1
    `.execute(db)
    const before = rows[0]
    if (!before) return
    await progress(`En attente de la fin de l’import de «\u00a0${before.nom}\u00a0»`, AU_DEBUT)
    await wait(TURN_MS)
  }
}

/** Writes one staged file and its result in one transaction, which is cut off when `signal` fires. */
async function importFile(
  db: Db,
  job: Job,
  signal: AbortSignal,
  progress: Progress,
): Promise<ResultatImport> {
  const { lecture, completer } = await db
    .selectFrom('imports')
    .select(['lecture', 'completer'])
    .where('import_id', '=', job.importId)
    .executeTakeFirstOrThrow()
  const cut = () => void endBackend(db, job).catch(() => undefined)
  try {
    return await db.transaction().execute(async (tx) => {
      await noteBackend(tx, db, job)
      signal.addEventListener('abort', cut, { once: true })
      await bound(tx)
      await sql`select pg_advisory_xact_lock(hashtext(${`imports:${job.type}`}))`.execute(tx)
      const order = { ...job, lecture: lecture as Lecture, isCompleted: completer }
      const resultat = await write(tx, order, progress)
      await settle(tx, job, resultat)
      return resultat
    })
  } finally {
    signal.removeEventListener('abort', cut)
  }
}

/** Notes the result in the transaction that wrote it; refused where the attempt was given up meanwhile. */
async function settle(tx: Db, job: Job, resultat: ResultatImport): Promise<void> {
  const { numUpdatedRows } = await entryOf(tx, job)
    .set({
      statut: 'completed',
      termine_le: sql<Date>`clock_timestamp()`,
      etape: 'Terminé',
      pourcentage: 100,
      portion: 0,
      traitees: resultat.total_rows,
      total: resultat.total_rows,
      en_depot: false,
      pid: null,
      pid_depuis: null,
      message: summary(job.type, resultat),
      resultat: JSON.stringify(resultat),
    })
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw new LeaseLost()
}
