import { setTimeout as wait } from 'node:timers/promises'
import type { Running } from '#process/child'
import { reasonOf } from '#process/reason'

const MAX_DEATHS = 5
const MEMORY = 60_000
const PAUSE = 1_000

/** What the launcher keeps running: the database and two programs. */
export interface Part {
  /** « Le service », « La base de données » … */
  name: string
  feminine: boolean
  start: () => Running
}

export interface Supervised {
  /** Settles when the part can be used; an Error with one French sentence where its first start fails. */
  start: () => Promise<void>
  /** Ends it and starts it again at once; it may have been given up before. */
  restart: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * Keeps a part running: starts it again if it dies, a second later if it died before. After five deaths a minute
 * it calls `giveUp` with a sentence that `next` ends, and leaves the part alone until `restart`.
 */
export function supervise(
  part: Part,
  giveUp: (reason: string) => void,
  next = 'tout est arrêté',
): Supervised {
  const e = part.feminine ? 'e' : ''
  const it = part.feminine ? 'elle' : 'il'
  const state = { stopping: false, restarting: false, givenUp: false }
  let running: Running | undefined

  const keep = async () => {
    let deaths: number[] = []
    let reason = ''
    while (running) {
      await running.ended
      if (state.restarting) deaths = []
      else if (!state.stopping) {
        deaths = [...deaths.filter((time) => time > Date.now() - MEMORY), Date.now()]
        if (deaths.length >= MAX_DEATHS) {
          state.givenUp = true
          giveUp(`${part.name} s’arrête sans cesse : ${next}. ${reason}`.trim())
          return
        }
        console.error(`${part.name} s’est arrêté${e} ; ${it} est relancé${e}.`)
        if (deaths.length > 1) await wait(PAUSE)
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
        await running?.stop()
      }
    },
    stop: async () => {
      state.stopping = true
      await running?.stop()
    },
  }
}
