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
  stop: () => Promise<void>
}

/**
 * Keeps a part running: started again when it dies, a second later where it died before, and given up when it
 * dies five times a minute.
 */
export function supervise(part: Part, giveUp: (reason: string) => void): Supervised {
  const e = part.feminine ? 'e' : ''
  const it = part.feminine ? 'elle' : 'il'
  let running: Running | undefined
  let stopping = false
  const hasStopped = () => stopping

  const keep = async (started: Running) => {
    let current = started
    let deaths: number[] = []
    let reason = ''
    for (;;) {
      await current.ended
      if (hasStopped()) return
      deaths = [...deaths.filter((time) => time > Date.now() - MEMORY), Date.now()]
      if (deaths.length >= MAX_DEATHS) {
        giveUp(`${part.name} s’arrête sans cesse : tout est arrêté. ${reason}`.trim())
        return
      }
      console.error(`${part.name} s’est arrêté${e} ; ${it} est relancé${e}.`)
      if (deaths.length > 1) await wait(PAUSE)
      if (hasStopped()) return
      running = current = part.start()
      reason = await current.ready.then(() => '', reasonOf)
    }
  }
  return {
    start: async () => {
      const started = (running = part.start())
      await started.ready
      void keep(started)
    },
    stop: async () => {
      stopping = true
      await running?.stop()
    },
  }
}
