import pg from 'pg'

/** Runs a statement in a transaction that stays open; returns its release, which may be called twice. */
async function hold(databaseUrl: string, statement: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`begin; ${statement}`)
  let released: Promise<void> | undefined
  return () => (released ??= client.end())
}

/** Locks a table against readers and writers. */
export const lockTable = (databaseUrl: string, table: string): Promise<() => Promise<void>> =>
  hold(databaseUrl, `lock table ${table} in access exclusive mode`)

/** Lets no refresh get beyond the facts, its first view; screens can still be read. */
export const retenirCalculs = (databaseUrl: string): Promise<() => Promise<void>> =>
  hold(databaseUrl, 'select from faits_publies for update')

/** Lets nobody look for donors to review; those that are known can still be read. */
export const retenirRecherche = (databaseUrl: string): Promise<() => Promise<void>> =>
  hold(databaseUrl, 'lock table signalements_etat in share row exclusive mode')
