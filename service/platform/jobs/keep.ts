import type { FastifyInstance } from 'fastify'

/** A loop that runs until stopped. */
export interface Kept {
  /** Runs it at once, or again once it has run. */
  soon: () => void
  stop: () => Promise<void>
}

const ticks = new Set<() => void>()

/** Wakes every loop of this process at once, since some work has ended. */
export function wake(): void {
  for (const tick of ticks) tick()
}

/**
 * Runs `work` now, every `periodMs` and on wake until `stop`, which awaits the current run; never concurrently.
 * Failures are reported and retried.
 */
export function keep(
  work: () => Promise<void>,
  onFailure: (error: unknown) => void,
  periodMs = 2_000,
): Kept {
  let working: Promise<void> | undefined
  let asked = 0
  const run = async () => {
    for (let seen = -1; seen !== asked;) {
      seen = asked
      await work().catch(onFailure)
    }
    working = undefined
  }
  const begin = () => {
    working ??= run()
  }
  const tick = () => {
    asked++
    begin()
  }
  const timer = setInterval(begin, periodMs)
  timer.unref()
  ticks.add(tick)
  begin()
  return {
    soon: tick,
    stop: async () => {
      clearInterval(timer)
      ticks.delete(tick)
      await working
    },
  }
}

/** Starts a loop once the service listens, and stops it as the service closes. */
export function whileListening(app: FastifyInstance, start: () => Pick<Kept, 'stop'>): void {
  let kept: Pick<Kept, 'stop'> | undefined
  app.addHook('onListen', () => {
    kept = start()
  })
  app.addHook('onClose', async () => {
    await kept?.stop()
  })
}
