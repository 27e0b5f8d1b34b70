import { type RawBuilder, sql } from 'kysely'
import type { Logger } from 'pino'
import type { ResultatImport, TypeFichier } from '#contract/imports.ts'
import type { Database, Db } from '../database/connect'
import { Problem } from '../problem'
import type { Lecture } from './reader'
import { write } from './write'

/** An import renews its lease often; one that did not for so long is dead. */
const LEASE: RawBuilder<Date> = sql`clock_timestamp() + interval '20 seconds'`
const RENEW_MS = 4_000
const TURN_MS = 300

export interface JobDeps extends Database {
  log: Logger
}

interface Job {
  importId: string
  type: TypeFichier
  tentative: number
}

/** Starts imports in the background and holds them until they end. */
export interface Jobs {
  /** Starts the import of a staged file once, however often it is asked for. */
  start: (order: {
    importId: string
    type: TypeFichier
    isCompleted: boolean
    importePar: string
  }) => Promise<void>
  /** Waits `graceMs` for what runs, then gives it up: nothing of it stays, and its entry says so. */
  stop: (graceMs: number) => Promise<void>
}

export function createJobs(deps: JobDeps): Jobs {
  const { db } = deps
  const running = new Map<string, Promise<void>>()
  const stopping = new AbortController()

  return {
    start: async ({ importId, type, isCompleted, importePar }) => {
      if (stopping.signal.aborted)
        throw new Problem('indisponible', 'Le service s’arrête. Réessayez dans quelques instants.')
      const started = await db
        .updateTable('imports')
        .set((eb) => ({
          statut: 'processing',
          tentative: eb('tentative', '+', 1),
          bail: LEASE,
          completer: isCompleted,
          importe_par: importePar,
          commence_le: sql<Date>`clock_timestamp()`,
          termine_le: null,
          etape: 'En attente',
          pourcentage: 0,
          traitees: 0,
          total: sql<number>`(lecture ->> 'total')::bigint`,
          message: '',
          erreurs: [],
        }))
        .where('import_id', '=', importId)
        .where('type', '=', type)
        .where('statut', 'in', ['pret', 'error'])
        .where('en_depot', '=', true)
        .returning('tentative')
        .executeTakeFirst()
      if (!started) return refuseUnlessStarted(db, importId, type)
      const job = { importId, type, tentative: started.tentative }
      const done = run(deps, job, stopping.signal).finally(() => running.delete(importId))
      running.set(importId, done)
    },
    stop: async (graceMs) => {
      const all = Promise.all(running.values())
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, graceMs)))
      await Promise.race([all, late])
      clearTimeout(timer)
      stopping.abort()
      await all
    },
  }
}

async function refuseUnlessStarted(db: Db, importId: string, type: TypeFichier): Promise<void> {
  const found = await db
    .selectFrom('imports')
    .select('statut')
    .where('import_id', '=', importId)
    .where('type', '=', type)
    .executeTakeFirst()
  if (found?.statut === 'processing' || found?.statut === 'completed') return
  throw new Problem(
    'introuvable',
    'Ce fichier n’est plus en attente. Choisissez-le à nouveau et recommencez.',
    { champ: 'fichier_id' },
  )
}

/** The lease was lost: another has settled this import, and nothing may be written any more. */
class LeaseLost extends Error {}

/** Runs one import to its end, whatever that is; never throws. */
async function run(deps: JobDeps, job: Job, signal: AbortSignal): Promise<void> {
  const { db, log } = deps
  const mine = db
    .updateTable('imports')
    .where('import_id', '=', job.importId)
    .where('tentative', '=', job.tentative)
    .where('statut', '=', 'processing')
  const given = new AbortController()
  const give = () => given.abort()
  signal.addEventListener('abort', give, { once: true })
  const renewal = setInterval(() => {
    mine
      .set({ bail: LEASE })
      .executeTakeFirst()
      .then(({ numUpdatedRows }) => numUpdatedRows === 0n && give())
      .catch(() => undefined)
  }, RENEW_MS)

  const progress = async (etape: string, pourcentage: number, traitees = 0) => {
    if (given.signal.aborted) throw new LeaseLost()
    await mine.set({ etape, pourcentage, traitees }).execute()
  }

  try {
    await awaitTurn(db, job, progress)
    const resultat = await importFile(deps, job, given.signal, progress)
    log.info({ import: job.importId, type: job.type, resultat }, 'import terminé')
  } catch (error) {
    log.error({ err: error, import: job.importId }, 'import échoué')
    const failed = {
      statut: 'error' as const,
      termine_le: sql<Date>`clock_timestamp()`,
      message: NOTHING_IMPORTED,
      erreurs: [signal.aborted ? 'Le service s’est arrêté pendant l’import.' : explain(error)],
    }
    await mine
      .set(failed)
      .execute()
      .catch((cause: unknown) => log.error({ err: cause, import: job.importId }, 'échec non noté'))
  } finally {
    clearInterval(renewal)
    signal.removeEventListener('abort', give)
  }
}

export const NOTHING_IMPORTED =
  'L’import n’est pas allé à son terme\u00a0: rien n’a été importé, et vous pouvez le relancer.'

/** What a person can be told of a failure. */
function explain(error: unknown): string {
  if (error instanceof Problem) return error.message
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined
  if (code === '53100')
    return 'Il n’y a plus de place sur le disque de la base de données. Prévenez l’administrateur.'
  if (code === '57014') return 'La base de données a mis trop de temps à répondre.'
  if (typeof code === 'string' && /^(08|53|57P|ECONN|EPIPE|ETIMEDOUT)/.test(code))
    return 'La connexion à la base de données a été coupée.'
  if (error instanceof Error && /connection terminated|timeout exceeded/i.test(error.message))
    return 'La connexion à la base de données a été coupée.'
  return 'Une erreur inattendue s’est produite. Si elle revient, prévenez l’administrateur.'
}

/** Each type imports one file at a time, in the order they were started. */
async function awaitTurn(
  db: Db,
  job: Job,
  progress: (step: string, percentage: number) => Promise<void>,
): Promise<void> {
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
    await progress(`En attente de la fin de l’import de «\u00a0${before.nom}\u00a0»`, 0)
    await new Promise((resolve) => setTimeout(resolve, TURN_MS))
  }
}

/** Writes one staged file and its result in one transaction, cut off when `signal` fires. */
async function importFile(
  deps: JobDeps,
  job: Job,
  signal: AbortSignal,
  progress: (step: string, percentage: number, processed?: number) => Promise<void>,
): Promise<ResultatImport> {
  const { db } = deps
  const staged = await db
    .selectFrom('imports')
    .select(['lecture', 'completer'])
    .where('import_id', '=', job.importId)
    .executeTakeFirstOrThrow()
  let pid = 0
  const cut = () => void sql`select pg_terminate_backend(${pid})`.execute(db).catch(() => undefined)
  try {
    return await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      pid = rows[0]?.pid ?? 0
      signal.addEventListener('abort', cut, { once: true })
      if (signal.aborted) throw new LeaseLost()
      await bound(tx)
      await sql`select pg_advisory_xact_lock(hashtext(${`imports:${job.type}`}))`.execute(tx)
      const lecture = staged.lecture as Lecture
      const order = {
        importId: job.importId,
        type: job.type,
        lecture,
        isCompleted: staged.completer,
      }
      const resultat = await write(tx, order, progress)
      const settled = await tx
        .updateTable('imports')
        .set({
          statut: 'completed',
          termine_le: sql<Date>`clock_timestamp()`,
          etape: 'Terminé',
          pourcentage: 100,
          traitees: resultat.total_rows,
          total: resultat.total_rows,
          en_depot: false,
          message: summary(job.type, resultat),
          resultat: JSON.stringify(resultat),
        })
        .where('import_id', '=', job.importId)
        .where('tentative', '=', job.tentative)
        .where('statut', '=', 'processing')
        .executeTakeFirst()
      if (settled.numUpdatedRows !== 1n) throw new LeaseLost()
      return resultat
    })
  } finally {
    signal.removeEventListener('abort', cut)
  }
}

/** Every wait of an import is bounded; the memory is for this transaction only. */
export async function bound(tx: Db): Promise<void> {
  await sql`set local statement_timeout = '1h'`.execute(tx)
  await sql`set local lock_timeout = '60s'`.execute(tx)
  await sql`set local idle_in_transaction_session_timeout = '60s'`.execute(tx)
  await sql`set local work_mem = '256MB'`.execute(tx)
  await sql`set local maintenance_work_mem = '512MB'`.execute(tx)
}

const NUMBER = new Intl.NumberFormat('fr-FR')

function summary(type: TypeFichier, resultat: ResultatImport): string {
  const written = resultat.inseres + resultat.modifies
  const noun = type === 'donations' ? 'don' : 'donateur'
  const count = (nombre: number, word: string) =>
    `${NUMBER.format(nombre)} ${word}${nombre >= 2 ? 's' : ''}`
  if (written === 0 && resultat.rejetes === 0)
    return 'Ce fichier était déjà enregistré\u00a0: rien n’a changé.'
  return `${count(resultat.inseres, noun)} ${resultat.inseres >= 2 ? 'ajoutés' : 'ajouté'}, ${count(resultat.modifies, 'modifié')}, ${count(resultat.inchanges, 'inchangé')}.`
}
