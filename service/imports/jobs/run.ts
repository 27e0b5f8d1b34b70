import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { TYPES_FICHIER } from '#contract/constants'
import type { ResultatImport, TypeImport } from '#contract/imports'
import type { Metrics } from '../../metrics'
import type { Db } from '../../platform/database/connect'
import { isDistributed } from '../../platform/database/repartition'
import { keepStatistics } from '../../platform/database/statistics'
import { noteBackend } from '../../platform/jobs/lease'
import { complete, fail, type ImportJob } from '../entries/entry'
import { noteProgress } from '../entries/progress'
import { explain, isDiskFull, SERVICE_STOPPED } from '../failure'
import { importerOutil } from '../fichiers/importer'
import type { Lecture } from '../parsing/lecture'
import { dropFailed } from '../staging/forget'
import { annuler } from '../undo/annuler'
import { noterGroupes, restateDites } from '../writing/dites'
import { AU_DEBUT, type Progress } from '../writing/progress'
import { bound } from '../writing/transaction'
import { write } from '../writing/write'

const TURN_MS = 300

/** Runs one import to completion; never throws. Gives it up when `signal` fires. */
export async function runImport(
  { db, log, metrics }: { db: Db; log: Logger; metrics: Metrics },
  job: ImportJob,
  signal: AbortSignal,
): Promise<void> {
  const progress = noteProgress({ db, log }, job, signal)
  const ended = metrics.imports.startTimer({ type: job.type })
  try {
    await awaitTurn(db, job, progress)
    const resultat = await importFile(db, job, signal, progress)
    ended({ status: 'completed' })
    countRows(metrics, job.type, resultat)
    log.info({ import: job.id, type: job.type, resultat }, 'import terminé')
    await analyse(db, job.type).catch((err: unknown) =>
      log.warn({ err }, 'statistiques non tenues'),
    )
  } catch (error) {
    ended({ status: 'error' })
    log.error({ err: error, import: job.id }, 'import échoué')
    await fail(db, job, signal.aborted ? SERVICE_STOPPED : explain(error))
      .then(() => (isDiskFull(error) ? dropFailed(db, job.id) : undefined))
      .catch((cause: unknown) => log.error({ err: cause, import: job.id }, 'échec non noté'))
  }
}

/** The five outcomes of a row; they add up to the file. */
function countRows({ importedRows }: Metrics, type: TypeImport, resultat: ResultatImport): void {
  for (const result of ['inseres', 'modifies', 'inchanges', 'doublons', 'rejetes'] as const)
    importedRows.inc({ type, result }, resultat[result])
}

/** Analyses what was written; on several servers, which tell nothing of its size, in any case. */
async function analyse(db: Db, type: TypeImport): Promise<void> {
  const tables = type === 'fichier' ? TYPES_FICHIER : [type]
  if (await isDistributed(db))
    for (const table of tables) await sql`analyze ${sql.table(table)}`.execute(db)
  await keepStatistics(db)
}

/** Imports of a type run one at a time, in starting order. */
async function awaitTurn(db: Db, job: ImportJob, progress: Progress): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ nom: string }>`
      select nom
      from imports as avant
      join fichiers using (fichier_id)
      join leases on job_id = fichier_id and renewals is not null
      join imports as moi on moi.fichier_id = ${job.id}
      where (type = ${job.type} or 'fichier' in (type, ${job.type}))
        and avant.statut = 'processing'
        and (avant.commence_le, avant.fichier_id) < (moi.commence_le, moi.fichier_id)
      order by avant.commence_le
      limit 1
    `.execute(db)
    const before = rows[0]
    if (!before) return
    await progress(`En attente de la fin de l’import de «\u00a0${before.nom}\u00a0»`, AU_DEBUT)
    await wait(TURN_MS)
  }
}

/** Writes a staged file and its result in one transaction, whose backend is terminated when the job is given up. */
async function importFile(
  db: Db,
  job: ImportJob,
  signal: AbortSignal,
  progress: Progress,
): Promise<ResultatImport> {
  const { lecture, completer } = await db
    .selectFrom('imports')
    .innerJoin('fichiers', 'fichiers.fichier_id', 'imports.fichier_id')
    .select(['lecture', 'completer'])
    .where('imports.fichier_id', '=', job.id)
    .executeTakeFirstOrThrow()
  return db.transaction().execute(async (tx) => {
    await noteBackend(tx, db, job)
    signal.throwIfAborted()
    await bound(tx)
    if (job.annule !== undefined) {
      const resultat = await annuler(tx, job, job.annule)
      await complete(tx, job, resultat)
      return resultat
    }
    if (job.type === 'fichier') {
      const resultat = await importerOutil(tx, job, progress)
      await complete(tx, job, resultat)
      return resultat
    }
    await sql`select pg_advisory_xact_lock(hashtext(${`imports:${job.type}`}))`.execute(tx)
    const order = {
      fichierId: job.id,
      type: job.type,
      lecture: lecture as Lecture,
      isCompleted: completer,
    }
    if (job.type === 'donateurs') await restateDites(tx, order)
    const resultat = await write(tx, order, progress)
    if (job.type === 'donateurs') await noterGroupes(tx)
    await complete(tx, job, resultat)
    return resultat
  })
}
