import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../database/connect'

const ROWS_AT_ONCE = 5_000

/** A text of the canonical form: its length in bytes, a colon, the text and a comma. */
const written = (text: string) => `${Buffer.byteLength(text)}:${text},`

/**
 * The seal of a publication: SHA-256, as 64 hexadecimal digits, of 'publication/1' and, for each row of its views in the
 * order of view and row, byte by byte, of both. `tx` is a transaction.
 */
export async function sealOf(tx: Db, publication: number): Promise<string> {
  const hash = createHash('sha256').update(written('publication/1'))
  await sql`
    declare lignes_publiees no scroll cursor for
    select vue, ligne
    from publications_lignes
    where depuis <= ${sql.lit(publication)} and (jusqua is null or jusqua > ${sql.lit(publication)})
    order by vue collate "C", ligne collate "C"`.execute(tx)
  for (;;) {
    const { rows } = await sql<{ vue: string; ligne: string }>`
      fetch ${sql.lit(ROWS_AT_ONCE)} from lignes_publiees`.execute(tx)
    for (const { vue, ligne } of rows) hash.update(written(vue)).update(written(ligne))
    if (rows.length < ROWS_AT_ONCE) break
  }
  await sql`close lignes_publiees`.execute(tx)
  return hash.digest('hex')
}
