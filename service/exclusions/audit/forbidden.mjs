/** @import { Client } from 'pg' */
import { REGISTRES } from './registres.mjs'

/**
 * Statements that must be refused to anyone: update of any column, delete, truncate. Of what the service takes off, a row
 * that it must not.
 * @param {Record<string, string[]>} columns
 * @returns {[what: string, statement: string][]}
 */
const forbiddenOf = (columns) =>
  Object.entries(REGISTRES).flatMap(([table, { retire = 'false' }]) => {
    const one = (/** @type {string} */ condition) =>
      `where ctid = (select ctid from public.${table} where ${condition} limit 1)`
    return /** @type {[string, string][]} */ ([
      ...(columns[table] ?? []).map((column) => [
        `update de ${table}`,
        `update public.${table} set ${column} = ${column} ${one('true')}`,
      ]),
      [`delete de ${table}`, `delete from public.${table} ${one(`(${retire}) is not true`)}`],
      [`truncate de ${table}`, `truncate public.${table} cascade`],
    ])
  })

const COLUMNS = `
  select relname as nom, array_agg(quote_ident(attname) order by attnum) as colonnes
  from pg_catalog.pg_class
  join pg_catalog.pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
  where relnamespace = 'public'::pg_catalog.regnamespace and relname = any ($1) and relkind = 'r'
  group by relname`

/**
 * Tries what the database must refuse to anyone, in a transaction that is rolled back. Returns what it let pass; row
 * statements cannot be tried on an empty log.
 * @param {Pick<Client, 'query'>} client
 */
export async function tryForbidden(client) {
  /** @type {Set<string>} */
  const passed = new Set()
  await client.query('begin')
  try {
    await client.query("set local lock_timeout = '2s'")
    /** @type {{ rows: { nom: string, colonnes: string[] }[] }} */
    const { rows } = await client.query(COLUMNS, [Object.keys(REGISTRES)])
    const columns = Object.fromEntries(rows.map(({ nom, colonnes }) => [nom, colonnes]))
    for (const [what, statement] of forbiddenOf(columns)) {
      await client.query('savepoint essai')
      const { rowCount } = await client.query(statement).catch(() => ({ rowCount: 0 }))
      if (rowCount === null || rowCount > 0) passed.add(what)
      await client.query('rollback to essai')
    }
  } finally {
    await client.query('rollback')
  }
  return [...passed]
}
