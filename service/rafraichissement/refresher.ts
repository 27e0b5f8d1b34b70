import type { Logger } from 'pino'
import type { Db } from '../database/connect'
import type { Metrics } from '../metrics'
import { endBackend, expireDead, fail, findCompleted, prolong } from './bail'
import { beginOrJoin } from './debut'
import { explain } from './echec'
import { isRefreshDue } from './fraicheur'
import { runRefresh } from './run'

const BATTEMENT = 5_000
const SURVEILLANCE = 2_000

/** Starts refreshes, and those that are due by themselves while it watches. */
export interface Refresher {
  /** Starts a refresh, or joins the running one, and gives its id without waiting for its end. */
  start: () => Promise<string>
  /** Looks every 2 s whether a refresh is due. */
  watch: () => void
  /** Ends the watch and what this process runs; the old figures stay. */
  stop: () => Promise<void>
}

/**
 * `onRefreshed` runs once for each refresh that completed, in whichever process, as far as this one sees it: when
 * its own ends, and for the last one where it watches. Its failure is only logged; it is to end early where
 * `signal` fires.
 */
export function createRefresher({
  db,
  log,
  metrics,
  onRefreshed = async () => {},
}: {
  db: Db
  log: Logger
  metrics: Metrics
  onRefreshed?: (signal: AbortSignal) => Promise<void>
}): Refresher {
  const running = new Map<string, Promise<void>>()
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()
  let followed: string | undefined
  let following: Promise<void> = Promise.resolve()

  async function start(): Promise<string> {
    const { id, isNew } = await beginOrJoin(db)
    if (isNew)
      running.set(
        id,
        run(id).finally(() => running.delete(id)),
      )
    return id
  }

  async function run(id: string): Promise<void> {
    const ended = metrics.refreshes.startTimer()
    try {
      const { dons, durations } = await holdLease(id, () => runRefresh(db, id, stopping.signal))
      const seconds = ended({ status: 'completed' })
      for (const [view, duration] of durations) metrics.refreshedViews.observe({ view }, duration)
      metrics.refreshedGifts.set(dons)
      log.info(
        { rafraichissement: id, ms: Math.round(seconds * 1000), dons },
        'chiffres rafraîchis',
      )
      follow(id)
      await following
    } catch (error) {
      ended({ status: 'error' })
      log.error({ rafraichissement: id, err: error }, 'rafraîchissement échoué')
      await fail(db, id, explain(error, id, stopping.signal.aborted)).catch((err: unknown) =>
        log.warn({ rafraichissement: id, err }, 'le bail de ce rafraîchissement le dira échoué'),
      )
    }
  }

  async function holdLease<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
    const heart = setInterval(() => void beat(id), BATTEMENT)
    return work().finally(() => clearInterval(heart))
  }

  async function beat(id: string): Promise<void> {
    try {
      if (!(await prolong(db, id))) await endBackend(db, id)
    } catch (err) {
      log.warn({ rafraichissement: id, err }, 'bail non prolongé')
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
    try {
      await expireDead(db)
      follow(await findCompleted(db))
      if ((await isRefreshDue(db)) && !stopping.signal.aborted) await start()
    } catch (err) {
      log.warn({ err }, 'fraîcheur des chiffres inconnue')
    }
    if (!stopping.signal.aborted) timer = setTimeout(watch, SURVEILLANCE)
  }

  function watch(): void {
    looking = look()
  }

  async function stop(): Promise<void> {
    stopping.abort()
    clearTimeout(timer)
    await looking
    await Promise.all([...running.keys()].map((id) => endBackend(db, id).catch(() => undefined)))
    await Promise.all([...running.values(), following])
  }

  return { start, watch, stop }
}
