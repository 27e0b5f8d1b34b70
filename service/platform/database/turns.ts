import { patience } from './abandon'

/** For how long a place that was given back in vain tells that the others wait in vain too. */
const TELLING_MS = 5_000
const LOOK_MS = 500

export interface Turns {
  /**
   * Waits for a place of this person, and returns what gives it back, `inVain` where its holder was itself held up by
   * somebody's lock. Throws if none is free in time: 30 s, or 4 s where others were held up; and when `signal` fires.
   */
  take: (personne: string, signal?: AbortSignal) => Promise<(inVain?: boolean) => void>
}

interface Limits {
  places: number
  /** Places that one person may have. */
  own: number
  longestMs: number
  refusal: () => Error
}

interface Waiting {
  personne: string
  proceed: () => void
}

/** Places for what people ask for: who waits for one holds nothing, and it goes to who has the fewest. */
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
