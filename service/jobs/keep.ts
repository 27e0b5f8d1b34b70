import type { FastifyInstance } from 'fastify'

/** What goes on until it is stopped. */
export interface Kept {
  stop: () => Promise<void>
}

/**
 * Does some work now and every `periodMs` until `stop`, which waits for what is under way; it never runs twice at once,
 * and what fails is told and tried again.
 */
export function keep(
  work: () => Promise<void>,
  onFailure: (error: unknown) => void,
  periodMs = 2_000,
): Kept {
  let working: Promise<void> | undefined
  const tick = () => {
    working ??= work()
      .catch(onFailure)
      .finally(() => {
        working = undefined
      })
  }
  tick()
  const timer = setInterval(tick, periodMs)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await working
    },
  }
}

/** Starts something once the service listens, and stops it as the service closes. */
export function whileListening(app: FastifyInstance, start: () => Kept): void {
  let kept: Kept | undefined
  app.addHook('onListen', () => {
    kept = start()
  })
  app.addHook('onClose', async () => {
    await kept?.stop()
  })
}
