import { type Kysely, sql } from 'kysely'
import { refuseForeignCode } from './foreign-code'
import { MIGRATIONS, readFiles, runFile } from './migration/files'
import { publishFunctions } from './migration/workers'
import { migrateAsOwner } from './prepare'
import { isDistributed } from './repartition'

/** Session settings of a distributed database: allow joins on any key. */
export const SETTINGS = ['citus.enable_repartition_joins = on']

/** Shards of a table per server: leaves room to double the servers; each one adds to the cost of every list page. */
const PARTS_PER_SERVER = 2

const SERVICE_EXISTS = `to_regrole('dons_service') is not null`

const onlyValue = async <T, Value>(db: Kysely<T>, question: string): Promise<Value | undefined> => {
  const { rows } = await sql.raw<{ value: Value }>(`select (${question}) as value`).execute(db)
  return rows[0]?.value
}

/** Counts the servers that hold data. Throws an Error with one French sentence if there are none. */
async function countServers<T>(db: Kysely<T>): Promise<number> {
  if (!(await onlyValue(db, `to_regclass('pg_catalog.pg_dist_node') is not null`)))
    throw new Error(
      'L’extension citus n’est pas installée dans cette base : installez-la sur chaque serveur, ajoutez-y les serveurs de données, puis recommencez.',
    )
  const servers = await onlyValue<T, number>(
    db,
    `select count(*)::int from pg_dist_node where isactive and shouldhaveshards`,
  )
  if (!servers)
    throw new Error(
      'Aucun serveur de données n’est connu : ajoutez-les avec citus_add_node, puis recommencez.',
    )
  return servers
}

async function refuseWhileServed<T>(db: Kysely<T>): Promise<void> {
  const others = await onlyValue<T, number>(
    db,
    `select count(*)::int from pg_stat_activity
     where datname = current_database() and application_name = 'dons' and pid <> pg_backend_pid()`,
  )
  if (others) throw new Error('Le service travaille sur cette base : arrêtez-le, puis recommencez.')
}

/** Brings servers added since up to date: copies functions to them and rebalances shards. */
const extend = <T>(db: Kysely<T>): Promise<void> =>
  db.connection().execute(async (connection) => {
    const run = (statement: string) => sql.raw(statement).execute(connection)
    await publishFunctions(connection, 'public')
    await run('set statement_timeout = 0')
    const hasRole = await onlyValue(connection, SERVICE_EXISTS)
    if (hasRole) await run('grant create on schema public to dons_service')
    try {
      await run("select citus_rebalance_start(shard_transfer_mode => 'block_writes')")
      await run('select citus_rebalance_wait()')
    } finally {
      if (hasRole) await run('revoke create on schema public from dons_service')
    }
  })

/**
 * Distributes donations, donors, staged files and facts over the servers known to Citus, and recomputes the figures
 * there. If already distributed, rebalances onto added servers, without blocking readers. Returns the number of
 * servers. Throws an Error with one French sentence if it cannot.
 */
export async function distribute<T>(db: Kysely<T>, parts = PARTS_PER_SERVER): Promise<number> {
  await migrateAsOwner(db)
  const servers = await countServers(db)
  if (await isDistributed(db)) {
    await extend(db)
    return servers
  }
  await refuseWhileServed(db)
  await db.transaction().execute(async (transaction) => {
    const run = (statements: string) => sql.raw(statements).execute(transaction)
    await run(
      `set local statement_timeout = 0; set local citus.multi_shard_modify_mode = 'sequential'`,
    )
    await run(`set local citus.shard_count = ${servers * parts}`)
    await run(refuseForeignCode())
    const hasRole = await onlyValue(transaction, SERVICE_EXISTS)
    if (hasRole) await run('grant usage, create on schema public to dons_service')
    for (const file of await readFiles(MIGRATIONS, 'repartir')) await runFile(transaction, file)
    if (hasRole) await run('alter table dons_contacts owner to dons_service')
    for (const setting of SETTINGS)
      await run(
        `do $$ begin execute format('alter database %I set ${setting}', current_database()); end $$`,
      )
  })
  for (const setting of SETTINGS) await sql.raw(`set ${setting}`).execute(db)
  await migrateAsOwner(db)
  return servers
}
