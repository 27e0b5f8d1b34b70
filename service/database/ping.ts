import pg from 'pg'
import { reach } from './session'

const PATIENCE = 2_500

/** Asks the database whether it is there, on a connection of its own: a busy pool is no absent database. */
export interface Ping {
  /** Whether the database answers within 2.5 seconds; those who ask at once share the answer. */
  ping: () => Promise<boolean>
  close: () => Promise<void>
}

export function createPing(url: string): Ping {
  let client: pg.Client | undefined
  let asking: Promise<boolean> | undefined

  const leave = () => {
    const left = client
    client = undefined
    return left?.end().catch(() => undefined)
  }
  const ask = async (): Promise<boolean> => {
    try {
      if (client === undefined) {
        const opening = new pg.Client({
          ...reach(url),
          connectionTimeoutMillis: PATIENCE,
          query_timeout: PATIENCE,
          application_name: 'dons-ping',
        })
        opening.on('error', () => void leave())
        client = opening
        await opening.connect()
      }
      await client.query('select 1')
      return true
    } catch {
      void leave()
      return false
    }
  }
  return {
    ping: () => (asking ??= ask().finally(() => (asking = undefined))),
    close: async () => {
      await leave()
    },
  }
}
