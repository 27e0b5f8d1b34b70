import pg from 'pg'
import { reach } from './session'

const PATIENCE = 2_500

/** Matched by query text, which the server truncates: behind a pooler, backend pids are unknown. */
const HELD_UP = `
  select query
  from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and query <> ''`

/** Probes the database over a dedicated connection: a busy pool is not an outage. */
export interface Ping {
  /** Whether the database answers within 2.5 s; concurrent callers share the answer. */
  ping: () => Promise<boolean>
  /** Whether a statement with this text is blocked on a lock, false if unknown; concurrent callers share the query. */
  isHeldUp: (sql: string) => Promise<boolean>
  close: () => Promise<void>
}

export function createPing(url: string): Ping {
  let client: pg.Client | undefined
  let last: Promise<unknown> = Promise.resolve()

  const leave = () => {
    const left = client
    client = undefined
    return left?.end().catch(() => undefined)
  }
  const reachClient = async (): Promise<pg.Client> => {
    if (client !== undefined) return client
    const opening = new pg.Client({
      ...reach(url),
      connectionTimeoutMillis: PATIENCE,
      query_timeout: PATIENCE,
      application_name: 'dons-ping',
    })
    opening.on('error', () => void leave())
    client = opening
    await opening.connect()
    return opening
  }
  const run = async <Row extends object>(statement: string): Promise<Row[] | undefined> => {
    try {
      const { rows } = await (await reachClient()).query<Row>(statement)
      return rows
    } catch {
      void leave()
      return undefined
    }
  }
  /** Serialises queries. */
  const ask = <Row extends object>(statement: string): Promise<Row[] | undefined> => {
    const asked = last.then(() => run<Row>(statement))
    last = asked
    return asked
  }
  /** Coalesces concurrent calls. */
  const share = <Answer>(read: () => Promise<Answer>): (() => Promise<Answer>) => {
    let asking: Promise<Answer> | undefined
    return () => (asking ??= read().finally(() => (asking = undefined)))
  }
  const readHeldUp = share(async () => {
    const rows = await ask<{ query: string }>(HELD_UP)
    return rows?.map(({ query }) => query) ?? []
  })
  return {
    ping: share(async () => (await ask('select 1')) !== undefined),
    isHeldUp: async (sql) => (await readHeldUp()).some((query) => sql.startsWith(query)),
    close: async () => {
      await leave()
    },
  }
}
