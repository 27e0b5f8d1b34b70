import type { Logger } from 'pino'
import type { Db } from '../../platform/database/connect'
import { isDistributed } from '../../platform/database/repartition'
import { keep } from '../../platform/jobs/keep'
import { beginCount, isWorthCounting, openCount, readCount } from '../writing/count'
import { inPercent, type Progress } from '../writing/progress'
import { entryOf, type ImportJob } from './entry'

/** Interval at which the rows processed by a statement are recorded. */
const PERIOD_MS = 500

/** Returns the progress reporter of an import; it throws once `signal` has fired. */
export function noteProgress(
  { db, log }: { db: Db; log: Logger },
  job: ImportJob,
  signal: AbortSignal,
): Progress {
  const tell = async (...[etape, travail, traitees = 0]: Parameters<Progress>) => {
    signal.throwIfAborted()
    await entryOf(db, job)
      .set({ etape, traitees, ...inPercent(travail) })
      .execute()
  }
  const counted: Progress['counted'] = async (
    tx,
    depot,
    { step, travail, lignes, traitees },
    work,
  ) => {
    await tell(step, travail, traitees)
    // The counting sequence exists on this server only.
    if (!isWorthCounting(lignes) || (await isDistributed(tx))) return work()
    await openCount(db, depot)
    const counting = await beginCount(tx, depot)
    const { pourcentage, portion } = inPercent(travail)
    const noting = keep(
      async () => {
        const done = Math.min(lignes, await readCount(db, depot))
        await entryOf(db, job)
          .set({
            traitees: traitees ?? done,
            pourcentage: pourcentage + (portion * done) / lignes,
            portion: 0,
          })
          .execute()
      },
      (err) => log.warn({ err, import: job.id }, 'avancement non noté'),
      PERIOD_MS,
    )
    try {
      return await work(counting)
    } finally {
      await noting.stop()
    }
  }
  return Object.assign(tell, { counted })
}
