import type { Logger } from 'pino'
import type { Metrics } from '../../metrics'
import type { Db } from '../../platform/database/connect'
import { createRunner } from '../../platform/jobs/runner'
import { expireDead } from '../entries/dead'
import { beginImport, type ImportOrder, refuseUnlessBegun } from '../entries/entry'
import { stopping } from '../failure'
import { beginUndo } from '../undo/begin'
import { runImport } from './run'

/** Runs imports in the background. */
export interface Jobs {
  /** Starts the import of a staged file; idempotent, except that a failed one is retried. */
  start: (order: ImportOrder) => Promise<void>
  /** Starts to undo an import; answers the id of the undoing, the same if it is asked again. */
  undo: (uploadId: string, importePar: string) => Promise<string>
  /** Waits up to `graceMs` for running imports, then gives them up: each is rolled back and marked as failed. */
  stop: (graceMs: number) => Promise<void>
}

export function createJobs(deps: { db: Db; log: Logger; metrics: Metrics }): Jobs {
  const runner = createRunner(deps.db, deps.log)
  const prepare = async () => {
    if (runner.hasStopped()) throw stopping()
    await expireDead(deps.db)
  }
  return {
    undo: async (uploadId, importePar) => {
      await prepare()
      const { id, job } = await beginUndo(deps.db, uploadId, importePar)
      if (job) void runner.run(job, (signal) => runImport(deps, job, signal))
      return id
    },
    start: async (order) => {
      await prepare()
      const job = await beginImport(deps.db, order)
      if (!job) return refuseUnlessBegun(deps.db, order, order.outil?.demande.empreinte ?? null)
      void runner.run(job, (signal) => runImport(deps, job, signal))
    },
    stop: runner.stop,
  }
}
