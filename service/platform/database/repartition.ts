import { type Kysely, type PostgresPool, type RawBuilder, sql } from 'kysely'
import type pg from 'pg'

/** A table that only `repartir` makes: where it is, the gifts lie on several servers. */
const DISTRIBUTED = `select to_regclass('public.dons_contacts') is not null as "isDistributed"`

interface Layout {
  isDistributed: boolean
}

/** Whether the data of this database lie on several servers. */
export async function isDistributed<T>(db: Kysely<T>): Promise<boolean> {
  const { rows } = await sql.raw<Layout>(DISTRIBUTED).execute(db)
  return rows[0]?.isDistributed ?? false
}

/** Waits for who commits on several servers, and keeps the next one waiting: `lock` takes no snapshot. */
const SEE_ONE_MOMENT = 'lock table passage in share mode'

/** Begins to read, in a transaction, one moment of all servers. */
export async function beginReading(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<Layout>(DISTRIBUTED)
  await client.query('begin isolation level repeatable read read only')
  if (rows[0]?.isDistributed) await client.query(SEE_ONE_MOMENT)
}

/** A new table, and the one whose rows it is to lie beside: those of equal keys on one server. */
interface Place {
  table: RawBuilder<unknown>
  model: string
  key: string
}

async function layOut<T>(db: Kysely<T>, { table, model, key }: Place): Promise<void> {
  const name = table.compile(db).sql
  await sql`select create_distributed_table(${name}, ${key}, colocate_with => ${model})`.execute(db)
}

/** Lays out a new, empty table; on one server it is where it is to be. */
export async function place<T>(db: Kysely<T>, wanted: Place): Promise<void> {
  if (await isDistributed(db)) await layOut(db, wanted)
}

/** Makes an unlogged table of what a question answers, each row on the server where it was found. */
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
 * What a question answers, for a join by another key than that by which its rows lie: on several servers it is dealt
 * out into a table by that key.
 */
export async function dealtOut<T>(
  db: Kysely<T>,
  wanted: Place,
  question: RawBuilder<unknown>,
): Promise<RawBuilder<unknown>> {
  if (!(await isDistributed(db))) return sql`(${question})`
  const { table, key } = wanted
  await sql`create unlogged table ${table} as ${question} with no data`.execute(db)
  await sql`alter table ${table} alter column ${sql.ref(key)} type text collate "C"`.execute(db)
  await layOut(db, wanted)
  await sql`insert into ${table} ${question}`.execute(db)
  return table
}

/**
 * A statement, or an object of `migrations/`, as several servers take it: there ids of contacts compare in one way
 * everywhere, and only bare columns are recognised in joins.
 */
export const forServers = (statement: string): string =>
  statement.replaceAll(/\b(contact_id|contact_brut) collate "(?:default|C)"/g, '$1')

/** A statement, or an object of `migrations/`, as several servers take it. */
/** A reader of several statements sees one moment of all servers: before its first snapshot it waits for commits. */
const BEGIN = /^start transaction isolation level repeatable read\b/

/** What a reader sets for itself is told to each server; whoever changes the schema means this one alone. */
const TELL_ALL = 'set local citus.propagate_set_commands = local'

function adapt(statement: string): string {
  if (!BEGIN.test(statement)) return forServers(statement)
  const begun = `${statement}; ${SEE_ONE_MOMENT}`
  return statement.endsWith('read only') ? `${begun}; ${TELL_ALL}` : begun
}

type Client = Awaited<ReturnType<PostgresPool['connect']>>

/** The same pool, which on several servers says there what it is told for one. */
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

/** A question of published figures and of what was decided since, which the servers are asked from within. */
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
    // One statement has one moment of the servers only within a reader's transaction.
    await run(`begin isolation level repeatable read read only; ${SEE_ONE_MOMENT}; ${TELL_ALL}`)
    try {
      return await run(asked, parameters)
    } finally {
      await run('commit')
    }
  }
  return { query: query as unknown as Client['query'], release: () => client.release() }
}
