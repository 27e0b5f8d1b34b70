import type { Logger } from 'pino'
import type { Db } from '../database/connect'
import { wake } from './keep'
import { endBackend, holdLease, type Job, releaseLease } from './lease'

/** Runs this process's jobs, holding their leases. */
export interface Runner {
  /**
   * Runs `work` and releases the job's lease. `signal` fires when the job is given up (lease lost, or `giveUp`), which
   * also terminates its backend.
   */
  run: <Result>(job: Job, work: (signal: AbortSignal) => Promise<Result>) => Promise<Result>
  hasStopped: () => boolean
  /** Waits up to `graceMs` for running jobs, then gives them up, and any started later. */
  stop: (graceMs: number) => Promise<void>
}

export function createRunner(db: Db, log: Logger): Runner {
  const running = new Set<Promise<unknown>>()
  const stopping = new AbortController()

  async function hold<Result>(
    job: Job,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const lost = new AbortController()
    const signal = AbortSignal.any([stopping.signal, lost.signal])
    const warn = (err: unknown) => log.warn({ travail: job.id, err }, 'bail non tenu')
    const stop = holdLease(db, job, { lost: () => lost.abort(), missed: warn })
    signal.addEventListener('abort', () => void endBackend(db, job).catch(warn), { once: true })
    try {
      return await work(signal)
    } finally {
      stop()
      await releaseLease(db, job).catch(warn)
      wake()
    }
  }

  return {
    run: (job, work) => {
      const done = hold(job, work)
      const forget = () => running.delete(done)
      running.add(done)
      done.then(forget, forget)
      return done
    },
    hasStopped: () => stopping.signal.aborted,
    stop: async (graceMs) => {
      const timer = setTimeout(() => stopping.abort(), graceMs)
      await Promise.allSettled(running)
      clearTimeout(timer)
      stopping.abort()
    },
  }
}
