import type pg from 'pg'

/**
 * Session settings that results depend on, whatever the server, database, role or environment defaults: `value` is set
 * on every connection, `also` matches what a pooled session may start with instead. And `jit`, which only their time depends
 * on: where facts of earlier refreshes make the planner expect many rows it takes 130 ms for a page that takes 5, and no
 * long question gains by it.
 */
const SETTINGS: Record<string, { value: string; also: RegExp }> = {
  datestyle: { value: 'ISO, MDY', also: /^ISO\b/ },
  timezone: { value: 'UTC', also: /./ },
  intervalstyle: { value: 'postgres', also: /./ },
  bytea_output: { value: 'hex', also: /./ },
  extra_float_digits: { value: '1', also: /^[1-3]$/ },
  standard_conforming_strings: { value: 'on', also: /^on$/ },
  transform_null_equals: { value: 'off', also: /^off$/ },
  default_transaction_isolation: { value: 'read committed', also: /^read committed$/ },
  default_transaction_read_only: { value: 'off', also: /^off$/ },
  jit: { value: 'off', also: /./ },
  search_path: { value: 'public, pg_temp', also: /^("\$user", ?)?public(, ?pg_temp)?$/ },
}

const SET = Object.entries(SETTINGS)
  .map(([name, { value }]) => `set ${name} to ${name === 'search_path' ? value : `'${value}'`}`)
  .join('; ')

/** Environment variables of the driver that would alter the queries sent. */
for (const name of ['PGOPTIONS', 'PGBINARY', 'PGCLIENT_ENCODING', 'PGREPLICATION'])
  Reflect.deleteProperty(process.env, name)

const isLoopback = (url: string) => /^(localhost|127\.|\[?::1\]?$)/.test(new URL(url).hostname)

/** Client options for `url`: no TLS to a loopback server. */
export const reach = (url: string): { connectionString: string; ssl?: false } =>
  isLoopback(url) ? { connectionString: url, ssl: false } : { connectionString: url }

/**
 * Applies the session settings to a new connection, `unlimited` statements also where the role has a limit of its own: of
 * 0 the driver says nothing. Rejects after 5 s without an answer.
 */
export async function applySettings(client: pg.ClientBase, unlimited = false): Promise<void> {
  const statement = {
    text: unlimited ? `${SET}; set statement_timeout to 0` : SET,
    query_timeout: 5_000,
  }
  await client.query(statement)
}

/**
 * Behind a pooler, a transaction may run on a connection that never got our settings: throws an Error with a French
 * sentence if its session defaults differ.
 */
export async function checkPooledSession(pool: pg.Pool): Promise<void> {
  const client = (await pool.connect()) as pg.PoolClient & { processID?: number }
  try {
    const { rows } = await client.query<{ pid: number; role: string; started: Started[] }>(
      `select pg_backend_pid() as pid, quote_ident(session_user) as role,
         json_agg(json_build_object('name', name, 'value', reset_val)) as started
       from pg_settings where lower(name) = any($1)`,
      [Object.keys(SETTINGS)],
    )
    const [session] = rows
    if (!session || session.pid === client.processID) return
    const wrong = session.started.filter(
      ({ name, value }) => !SETTINGS[name.toLowerCase()]?.also.test(value),
    )
    if (wrong.length === 0) return
    const orders = wrong.map(({ name }) => {
      const value = SETTINGS[name.toLowerCase()]?.value ?? ''
      return `alter role ${session.role} set ${name} to ${name === 'search_path' ? value : `'${value}'`};`
    })
    throw new Error(
      `La base est atteinte à travers un répartiteur de connexions, et commence ses sessions avec des réglages qui changeraient les réponses. Exécutez-y : ${orders.join(' ')} Puis redémarrez le répartiteur.`,
    )
  } finally {
    client.release()
  }
}

interface Started {
  name: string
  value: string
}
