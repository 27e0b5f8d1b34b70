/**
 * Returns the rows of a statement.
 * @typedef {(text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>} Query
 */

/**
 * The rows of a question, in batches, through a cursor of that name in the open transaction: memory use does not depend on
 * how many rows there are.
 * @template Row
 * @param {Query} query
 * @param {string} name
 * @param {string} question
 * @returns {AsyncGenerator<Row>}
 */
export async function* rowsOf(query, name, question, batch = 5000) {
  await query(`declare ${name} no scroll cursor for ${question}`)
  for (;;) {
    const rows = /** @type {Row[]} */ (await query(`fetch ${batch} from ${name}`))
    for (const row of rows) yield row
    if (rows.length < batch) break
  }
  await query(`close ${name}`)
}

/**
 * Canonical form of a text: netstring (byte length, colon, text, comma), or a dash for none.
 * @param {string | null} text
 */
export const written = (text) => (text === null ? '-,' : `${Buffer.byteLength(text)}:${text},`)

/**
 * An instant in UTC, to the microsecond, as SQL.
 * @param {string} column
 */
export const instant = (column) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
