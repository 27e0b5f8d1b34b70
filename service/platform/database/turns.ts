import { patience } from './abandon'

/** How long a slot released in vain implies that the waiters wait in vain too. */
const TELLING_MS = 5_000
const LOOK_MS = 500

export interface Turns {
  /**
   * Waits for a slot and returns its release; pass `inVain` if the holder was itself blocked by a lock. Throws if none
   * is free within 30 s (4 s while others are blocked), or when `signal` fires.
   */
  take: (personne: string, signal?: AbortSignal) => Promise<(inVain?: boolean) => void>
}

interface Limits {
  places: number
  /** Slots per person. */
  own: number
  longestMs: number
  refusal: () => Error
}

interface Waiting {
  personne: string
  proceed: () => void
}

/** Fair semaphore: waiters hold nothing; a free slot goes to the person holding the fewest. */
export function createTurns({ places, own, longestMs, refusal }: Limits): Turns {
  const taken: string[] = []
  const waiting = new Set<Waiting>()
  let vain = -Infinity
  const ownOf = (personne: string) => taken.filter((one) => one === personne).length

  const next = (): Waiting | undefined => {
    if (taken.length >= places || waiting.size === 0) return undefined
    const fewest = Math.min(...[...waiting].map(({ personne }) => ownOf(personne)))
    return fewest < own
      ? [...waiting].find(({ personne }) => ownOf(personne) === fewest)
      : undefined
  }
  const proceed = () => {
    for (let one = next(); one; one = next()) {
      waiting.delete(one)
      taken.push(one.personne)
      one.proceed()
    }
  }
  const giveBack = (personne: string) => {
    let isGiven = false
    return (inVain = false) => {
      if (isGiven) return
      isGiven = true
      if (inVain) vain = performance.now()
      taken.splice(taken.indexOf(personne), 1)
      proceed()
    }
  }

  return {
    take: (personne, signal) =>
      new Promise((resolve, reject) => {
        const stop = () => {
          clearTimeout(longest)
          clearTimeout(soon)
          signal?.removeEventListener('abort', abandon)
          waiting.delete(mine)
        }
        const refuse = (reason: Error) => {
          stop()
          reject(reason)
        }
        const abandon = () => refuse(signal?.reason as Error)
        const look = () => {
          if (performance.now() - vain < TELLING_MS) refuse(refusal())
          else soon = setTimeout(look, LOOK_MS)
        }
        const longest = setTimeout(() => refuse(refusal()), longestMs)
        const first = patience()
        let soon = first === undefined ? undefined : setTimeout(look, first)
        const mine: Waiting = {
          personne,
          proceed: () => {
            stop()
            resolve(giveBack(personne))
          },
        }
        signal?.addEventListener('abort', abandon, { once: true })
        waiting.add(mine)
        proceed()
      }),
  }
}
