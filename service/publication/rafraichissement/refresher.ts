import type { Logger } from 'pino'
import type { Metrics } from '../../metrics'
import type { Database } from '../../platform/database/connect'
import { keepStatistics } from '../../platform/database/statistics'
import { keep } from '../../platform/jobs/keep'
import type { Job } from '../../platform/jobs/lease'
import { createRunner } from '../../platform/jobs/runner'
import { beginOrJoin } from './begin'
import { explain } from './echec'
import { expireDead, fail, findCompleted, findWaiting, MORT } from './entry'
import { dropOldFacts } from './faits'
import { readDue } from './fraicheur'
import { runRefresh } from './run'

/** Starts refreshes on request, and due ones while watching. */
export interface Refresher {
  /** Starts a whole refresh, or joins one that contains all that is committed; returns its id without waiting for it. */
  start: () => Promise<string>
  /** Starts refreshes that are due, and ends those of dead processes. */
  watch: () => void
  hasStopped: () => boolean
  /** Stops watching and gives up the running refresh; the old figures stay. */
  stop: () => Promise<void>
}

/**
 * `onRefreshed` runs once per completed refresh seen by this process, its own or the latest of another. Its failures
 * are only logged; it should stop early when `signal` fires.
 */
export function createRefresher({
  database,
  log,
  metrics,
  onRefreshed = async () => {},
}: {
  database: Database
  log: Logger
  metrics: Metrics
  onRefreshed?: (signal: AbortSignal) => Promise<void>
}): Refresher {
  const { db } = database
  const runner = createRunner(db, log)
  const stopping = new AbortController()
  let watching: ReturnType<typeof keep> | undefined
  let followed: string | undefined
  let following: Promise<void> = Promise.resolve()

  async function begin(entier: boolean): Promise<string> {
    const { id, job } = await beginOrJoin(db, entier)
    if (job) void runner.run(job, (signal) => run(job, signal)).then(beginWaiting)
    return id
  }

  /** Never throws: where it fails, whoever watches begins it. */
  async function beginWaiting(): Promise<void> {
    if (stopping.signal.aborted) return
    try {
      if ((await findWaiting(db)) !== undefined) await begin(true)
    } catch (err) {
      log.warn({ err }, 'le rafraîchissement en attente commencera plus tard')
    }
  }

  /** Never throws. */
  async function run(job: Job, signal: AbortSignal): Promise<void> {
    const { id } = job
    const ended = metrics.refreshes.startTimer()
    try {
      const { dons, durations } = await runRefresh(database, job, signal)
      const seconds = ended({ status: 'completed' })
      for (const [view, duration] of durations) metrics.refreshedViews.observe({ view }, duration)
      metrics.refreshedGifts.set(dons)
      log.info(
        { rafraichissement: id, ms: Math.round(seconds * 1000), dons },
        'chiffres rafraîchis',
      )
      follow(id)
      await following
      await dropOldFacts(db).catch((err: unknown) =>
        log.info({ rafraichissement: id, err }, 'les faits précédents sont encore lus'),
      )
      // Else whoever refreshes next would wait for it.
      await keepStatistics(db).catch((err: unknown) =>
        log.info({ rafraichissement: id, err }, 'les statistiques attendent le prochain'),
      )
    } catch (error) {
      ended({ status: 'error' })
      log.error({ rafraichissement: id, err: error }, 'rafraîchissement échoué')
      const isLost = signal.aborted && !stopping.signal.aborted
      const message = isLost ? MORT : explain(error, id, stopping.signal.aborted)
      await fail(db, id, message).catch((err: unknown) =>
        log.warn({ rafraichissement: id, err }, 'le bail de ce rafraîchissement le dira échoué'),
      )
    }
  }

  function follow(id: string | undefined): void {
    if (id === undefined || id === followed) return
    followed = id
    following = following
      .then(() => onRefreshed(stopping.signal))
      .catch((err: unknown) =>
        log.error({ rafraichissement: id, err }, 'suite du rafraîchissement échouée'),
      )
  }

  async function look(): Promise<void> {
    await expireDead(db)
    follow(await findCompleted(db))
    const { du, entier } = await readDue(db)
    if (du && !stopping.signal.aborted) await begin(entier)
  }

  function watch(): void {
    watching ??= keep(look, (err) => log.warn({ err }, 'fraîcheur des chiffres inconnue'))
  }

  async function stop(): Promise<void> {
    stopping.abort()
    await watching?.stop()
    await runner.stop(0)
    await following
  }

  return { start: () => begin(true), watch, hasStopped: () => stopping.signal.aborted, stop }
}
