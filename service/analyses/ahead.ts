import { whileWanted } from '../platform/database/abandon'

/** What a visitor notices of a wait, in milliseconds. */
const NOTICED = 100

/** So many calls are asked ahead, those that were visited last. */
const MOST = 30

/** Calls that visitors had to wait for, asked ahead of them once the figures are others. */
export interface Ahead {
  /** Notes that a visitor asked this, and how many milliseconds he waited. */
  note: (key: string, waited: number, ask: () => Promise<unknown>) => void
  /** Asks them again, one after the other, until `signal` fires or the figures are others once more. Never throws. */
  prepare: (signal: AbortSignal) => Promise<void>
}

export function createAhead(): Ahead {
  const asked = new Map<string, () => Promise<unknown>>()
  let passes = 0
  return {
    note: (key, waited, ask) => {
      // Who came ahead of everybody else found it ready: that call is still one to be waited for.
      if (!asked.delete(key) && waited < NOTICED) return
      asked.set(key, ask)
      const [oldest] = asked.keys()
      if (oldest !== undefined && asked.size > MOST) asked.delete(oldest)
    },
    prepare: async (signal) => {
      const pass = ++passes
      for (const ask of [...asked.values()].reverse()) {
        if (signal.aborted || pass !== passes) return
        await whileWanted(signal, ask).catch(() => undefined)
      }
    },
  }
}
