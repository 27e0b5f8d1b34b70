import { type Kysely, type PostgresPool, type RawBuilder, sql } from 'kysely'
import type pg from 'pg'

/** Table created only by `repartir`: its presence means the gifts are distributed. */
const DISTRIBUTED = `select to_regclass('public.dons_contacts') is not null as "isDistributed"`

interface Layout {
  isDistributed: boolean
}

/** Whether this database's data are distributed over several servers. */
export async function isDistributed<T>(db: Kysely<T>): Promise<boolean> {
  const { rows } = await sql.raw<Layout>(DISTRIBUTED).execute(db)
  return rows[0]?.isDistributed ?? false
}

/** Waits for distributed commits and blocks the next; `lock` takes no snapshot. */
const SEE_ONE_MOMENT = 'lock table passage in share mode'

/**
 * Before the first query of a snapshot that reads gifts: one that is older than the table that an import or a refresh puts in
 * the place of another would find only part of its rows, or none. `lock` takes no snapshot.
 */
export const KEEP_DONATIONS = 'lock table donations, faits_donateurs in access share mode'

/** Begins a read-only transaction that sees one consistent moment of all servers, all gifts included. */
export async function beginReading(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<Layout>(DISTRIBUTED)
  await client.query('begin isolation level repeatable read read only')
  if (rows[0]?.isDistributed) await client.query(SEE_ONE_MOMENT)
  await client.query(KEEP_DONATIONS)
}

/** A new table, and the table to colocate it with by `key`. */
interface Place {
  table: RawBuilder<unknown>
  model: string
  key: string
}

async function layOut<T>(db: Kysely<T>, { table, model, key }: Place): Promise<void> {
  const name = table.compile(db).sql
  await sql`select create_distributed_table(${name}, ${key}, colocate_with => ${model})`.execute(db)
}

/** Distributes a new, empty table; no-op on a single server. */
export async function place<T>(db: Kysely<T>, wanted: Place): Promise<void> {
  if (await isDistributed(db)) await layOut(db, wanted)
}

/** Creates an unlogged table from a query; on several servers, rows stay where they were found. */
export async function createFilled<T>(
  db: Kysely<T>,
  wanted: Place,
  question: RawBuilder<unknown>,
): Promise<void> {
  const { table } = wanted
  if (!(await isDistributed(db))) {
    await sql`create unlogged table ${table} as ${question}`.execute(db)
    return
  }
  await sql`create unlogged table ${table} as ${question} with no data`.execute(db)
  await layOut(db, wanted)
  await sql`insert into ${table} ${question}`.execute(db)
}

/**
 * Returns a query's rows for a join on a key other than its distribution key: on several servers, repartitioned into a
 * table by that key.
 */
export async function dealtOut<T>(
  db: Kysely<T>,
  wanted: Place,
  question: RawBuilder<unknown>,
): Promise<RawBuilder<unknown>> {
  if (!(await isDistributed(db))) return sql`(${question})`
  const { table } = wanted
  await sql`create unlogged table ${table} as ${question} with no data`.execute(db)
  await layOut(db, wanted)
  await sql`insert into ${table} ${question}`.execute(db)
  return table
}

/** A multi-statement read must see one moment of all servers: it waits for commits before its first snapshot. */
const BEGIN = /^start transaction isolation level repeatable read\b/

/** A reader's `set local` is propagated to every server; schema changes mean this one only. */
const TELL_ALL = 'set local citus.propagate_set_commands = local'

function adapt(statement: string): string {
  if (!BEGIN.test(statement)) return statement
  const begun = `${statement}; ${SEE_ONE_MOMENT}`
  return statement.endsWith('read only') ? `${begun}; ${TELL_ALL}` : begun
}

type Client = Awaited<ReturnType<PostgresPool['connect']>>

/** Wraps the pool, rewriting statements on a distributed database. */
export function forLayout(pool: PostgresPool): PostgresPool {
  let layout: Promise<boolean> | undefined
  const find = async (client: Client): Promise<boolean> => {
    const { rows } = await client.query<Layout>(DISTRIBUTED, [])
    return rows[0]?.isDistributed ?? false
  }
  return {
    connect: async () => {
      const client = await pool.connect()
      layout ??= find(client)
      try {
        return (await layout) ? adapted(client) : client
      } catch (error) {
        layout = undefined
        client.release()
        throw error
      }
    },
    end: () => pool.end(),
  }
}

/** A query on published figures plus decisions since, whose functions query the servers. */
const ASKS_SERVERS = /^\s*(?:select|with)\b[^]*_a_jour\b/

function adapted(client: Client): Client {
  const run = (statement: string, parameters: readonly unknown[] = []) =>
    client.query(statement, parameters)
  let inTransaction = false
  const query = async (statement: string, parameters: readonly unknown[]) => {
    if (/^(?:begin|start transaction)\b/.test(statement)) inTransaction = true
    if (/^(?:commit|rollback)$/.test(statement)) inTransaction = false
    const asked = adapt(statement)
    if (inTransaction || !ASKS_SERVERS.test(asked)) return run(asked, parameters)
    // Only a reader's transaction gives one statement a single moment of the servers.
    await run(`begin isolation level repeatable read read only; ${SEE_ONE_MOMENT}; ${TELL_ALL}`)
    try {
      return await run(asked, parameters)
    } finally {
      await run('commit')
    }
  }
  return { query: query as unknown as Client['query'], release: () => client.release() }
}
