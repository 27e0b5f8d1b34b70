import pg from 'pg'

/** One row of a query against the test's own database: what a screen shows is compared with the rows themselves. */
export async function requete(
  databaseUrl: string,
  sql: string,
  values: unknown[] = [],
): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query(sql, values)
    const [row] = rows as Record<string, unknown>[]
    if (!row) throw new Error('The query found nothing')
    return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)]))
  } finally {
    await client.end()
  }
}
