import type { PostgresPool } from 'kysely'
import { Problem } from '../problem'

/** As long as a statement may take. */
const PATIENCE = 30_000
const TOO_MANY =
  'Trop de demandes attendent ces données en même temps. Réessayez dans quelques instants.'

/**
 * A pool of at most `places` connections of another one, so that requests that wait for a locked table leave the
 * others free. A request that waits for a place holds nothing; after 30 s it is refused with a Problem.
 */
export function shareOf(pool: PostgresPool, places: number): PostgresPool {
  let free = places
  const waiting = new Set<() => void>()

  const enter = (): Promise<void> =>
    new Promise((resolve, reject) => {
      if (free > 0) {
        free--
        resolve()
        return
      }
      const timer = setTimeout(() => {
        waiting.delete(proceed)
        reject(new Problem('indisponible', TOO_MANY))
      }, PATIENCE)
      const proceed = () => {
        clearTimeout(timer)
        resolve()
      }
      waiting.add(proceed)
    })
  const leave = () => {
    const [next] = waiting
    if (next === undefined) free++
    else {
      waiting.delete(next)
      next()
    }
  }

  return {
    connect: async () => {
      await enter()
      try {
        const client = await pool.connect()
        return {
          query: client.query.bind(client),
          release: () => {
            client.release()
            leave()
          },
        }
      } catch (error) {
        leave()
        throw error
      }
    },
    end: () => Promise.resolve(),
  }
}
