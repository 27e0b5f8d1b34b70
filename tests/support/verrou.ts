import pg from 'pg'

/** Locks a table against readers and writers; returns its release, which may be called twice. */
export async function lockTable(databaseUrl: string, table: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`begin; lock table ${table} in access exclusive mode`)
  let released: Promise<void> | undefined
  return () => (released ??= client.end())
}
