import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { TypeFichier } from '#contract/imports'
import type { Db } from '../../database/connect'
import type { Metrics } from '../../metrics'
import { Problem } from '../../problem'
import { LEASE } from './lease'
import { runImport } from './run'

export interface JobOrder {
  importId: string
  type: TypeFichier
  isCompleted: boolean
  importePar: string
}

/** Starts imports in the background and holds them until they end. */
export interface Jobs {
  /** Starts the import of a staged file once, however often it is asked for; a failed one is tried again. */
  start: (order: JobOrder) => Promise<void>
  /** Waits `graceMs` for what runs, then gives it up: nothing of it stays, and its entry says so. */
  stop: (graceMs: number) => Promise<void>
}

export function createJobs(deps: { db: Db; log: Logger; metrics: Metrics }): Jobs {
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()

  return {
    start: async (order) => {
      if (stopping.signal.aborted)
        throw new Problem('indisponible', 'Le service s’arrête. Réessayez dans quelques instants.')
      const { importId, type } = order
      const tentative = await begin(deps.db, order)
      if (tentative === undefined) return refuseUnlessStarted(deps.db, order)
      const done = runImport(deps, { importId, type, tentative }, stopping.signal)
      running.add(done)
      void done.finally(() => running.delete(done))
    },
    stop: async (graceMs) => {
      const all = Promise.all(running)
      const timer = setTimeout(() => stopping.abort(), graceMs)
      await all
      clearTimeout(timer)
      stopping.abort()
    },
  }
}

/** Turns a staged file into a running import; undefined where it is none, or runs already. */
async function begin(
  db: Db,
  { importId, type, isCompleted, importePar }: JobOrder,
): Promise<number | undefined> {
  const begun = await db
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
      portion: 0,
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
  return begun?.tentative
}

async function refuseUnlessStarted(db: Db, { importId, type }: JobOrder): Promise<void> {
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
