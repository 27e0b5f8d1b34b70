import type { PostgresPool } from 'kysely'
import { Problem } from '../../problem'
import { createTurns } from './turns'

/** Maximum duration of a statement. */
const LONGEST_MS = 30_000
const TOO_MANY =
  'Trop de demandes attendent ces données en même temps. Réessayez dans quelques instants.'

/**
 * Returns a view of the pool limited to `places` connections, so that requests blocked on a locked table leave the
 * others free.
 */
export function shareOf(pool: PostgresPool, places: number): PostgresPool {
  const turns = createTurns({
    places,
    own: places,
    longestMs: LONGEST_MS,
    refusal: () => new Problem('indisponible', TOO_MANY),
  })
  return {
    connect: async () => {
      const giveBack = await turns.take('')
      let inVain = false
      try {
        const client = await pool.connect()
        const query = (sql: string, parameters: readonly unknown[]) =>
          client.query(sql, parameters).catch((error: unknown) => {
            inVain ||= error instanceof Problem
            throw error
          })
        return {
          query: query as typeof client.query,
          release: () => {
            client.release()
            giveBack(inVain)
          },
        }
      } catch (error) {
        giveBack()
        throw error
      }
    },
    end: () => Promise.resolve(),
  }
}
