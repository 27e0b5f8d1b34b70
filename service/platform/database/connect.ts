import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import { abandonable } from './abandon'
import { createPing } from './ping'
import { forLayout } from './repartition'
import type { Schema } from './schema'
import { applySettings, reach } from './session'
import { shareOf } from './share'

export type Db = Kysely<Schema>

/** A connection that is its holder's: for streams, and Kysely on it for everything else. */
export interface Reserved {
  client: pg.PoolClient
  db: Db
}

/** A pool, for streams and locks, and Kysely on the same pool for everything else. */
export interface Database {
  pool: pg.Pool
  db: Db
  /** Runs work on one connection. */
  reserve: <Result>(work: (reserved: Reserved) => Promise<Result>) => Promise<Result>
  /** Kysely on the same pool, limited to `places` connections. */
  share: (places: number) => Db
  /** Whether the database answers within 2.5 s. */
  ping: () => Promise<boolean>
  close: () => Promise<void>
}

/** Dates stay strings; int8 and numeric become numbers (exact up to 2^53). */
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.DATE, (text) => text)
types.setTypeParser(pg.types.builtins.INT8, Number)
types.setTypeParser(pg.types.builtins.NUMERIC, Number)

/**
 * Opens a pool on `url` with uniform session settings. Waits at most `connectTimeout` to connect and `statementTimeout`
 * (0: for ever) per statement, both in ms. `onError` receives errors of idle connections.
 */
export function connect(
  url: string,
  {
    max = 10,
    connectTimeout = 5_000,
    statementTimeout = 300_000,
    onError = () => undefined,
  }: {
    max?: number
    connectTimeout?: number
    statementTimeout?: number
    onError?: (error: Error) => void
  } = {},
): Database {
  const pool = new pg.Pool({
    ...reach(url),
    // pg-pool awaits it, though its types do not say so.
    // oxlint-disable-next-line typescript/no-misused-promises
    onConnect: (client) => applySettings(client, statementTimeout === 0),
    max,
    connectionTimeoutMillis: connectTimeout,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeout,
    application_name: 'dons',
    keepAlive: true,
    types,
  })
  pool.on('error', onError)
  // A checked-out connection that dies fails its next query; without a listener it would crash the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const { ping, isHeldUp, close } = createPing(url)
  const lent = forLayout(abandonable(pool, isHeldUp))
  const open = (pool: PostgresPool) =>
    new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  const db = open(lent)
  return {
    pool,
    db,
    reserve: async (work) => {
      const client = await pool.connect()
      let failed = true
      try {
        const query = (statement: string, parameters: unknown[]) =>
          client.query(statement, parameters)
        const only = { query: query as never, release: () => undefined }
        const alone = forLayout({
          connect: () => Promise.resolve(only),
          end: () => Promise.resolve(),
        })
        const result = await work({ client, db: open(alone) })
        failed = false
        return result
      } finally {
        client.release(failed)
      }
    },
    share: (places) => open(shareOf(lent, places)),
    ping,
    close: async () => {
      await close()
      await db.destroy()
      // Kysely only ends a pool it has used; an idle one would keep the process alive for 30 s.
      if (!pool.ending) await pool.end()
    },
  }
}
