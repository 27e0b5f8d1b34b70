import type { PostgresPool } from 'kysely'
import { Problem } from '../problem'

/** As long as a statement may take. */
const PATIENCE = 30_000
const TOO_MANY =
  'Trop de demandes attendent ces données en même temps. Réessayez dans quelques instants.'

/**
 * A part of a pool: at most `places` of its connections at once, so that whoever waits for a locked table leaves the
 * others to those who do not need it. Who waits for a place holds nothing; after 30 s a Problem says so.
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
