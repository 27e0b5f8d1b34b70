import type { Running } from '#process/child'
import { reasonOf } from '#process/reason'

const MEMORY = 120_000
/** Backoff after each death within two minutes: most obstacles to recovery are transient. */
const PAUSES = [0, 1_000, 2_000, 4_000, 8_000, 16_000]

/** A supervised part: the database or one of the two programs. */
export interface Part {
  /** « Le service », « La base de données » … */
  name: string
  feminine: boolean
  start: () => Running
}

export interface Supervised {
  /** Resolves when the part is usable; rejects with one French sentence if its first start fails. */
  start: () => Promise<void>
  /** Stops it and starts it again at once, even after it was given up. */
  restart: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * Keeps a part running, restarting it with backoff when it dies. After seven deaths in two minutes, calls `giveUp` with
 * what happened and what to do `next`, and leaves the part alone until `restart`.
 */
export function supervise(
  part: Part,
  giveUp: (reason: string) => void,
  { next = 'Tout est arrêté\u00A0: relancez.', pauses = PAUSES } = {},
): Supervised {
  const e = part.feminine ? 'e' : ''
  const it = part.feminine ? 'elle' : 'il'
  const state = { stopping: false, restarting: false, givenUp: false }
  let running: Running | undefined
  let wake = () => {}

  /** Waits before the next start, or until woken. */
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const keep = async () => {
    let deaths: number[] = []
    let reason = ''
    while (running) {
      await running.ended
      if (state.restarting) deaths = []
      else if (!state.stopping) {
        const now = performance.now()
        deaths = [...deaths.filter((time) => time > now - MEMORY), now]
        const ms = pauses[deaths.length - 1]
        if (ms === undefined) {
          state.givenUp = true
          giveUp([`${part.name} s’arrête sans cesse.`, reason, next].filter(Boolean).join(' '))
          return
        }
        console.error(`${part.name} s’est arrêté${e} ; ${it} est relancé${e}.`)
        await pause(ms)
      }
      if (state.stopping) return
      state.restarting = false
      running = part.start()
      reason = await running.ready.then(() => '', reasonOf)
    }
  }
  return {
    start: async () => {
      running = part.start()
      await running.ready
      void keep()
    },
    restart: async () => {
      if (state.stopping) return
      if (state.givenUp) {
        state.givenUp = false
        running = part.start()
        void keep()
      } else {
        state.restarting = true
        wake()
        await running?.stop()
      }
    },
    stop: async () => {
      state.stopping = true
      wake()
      await running?.stop()
    },
  }
}
