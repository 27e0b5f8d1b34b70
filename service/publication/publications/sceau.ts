import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { isSealed as isSealedBy } from '../../exclusions/audit/arretes.mjs'
import { queryOf } from '../../exclusions/chaine'
import type { Db } from '../../platform/database/connect'

const ROWS_AT_ONCE = 5_000

/** Canonical form of a text: netstring (byte length, colon, text, comma). */
const written = (text: string) => `${Buffer.byteLength(text)}:${text},`

/**
 * Returns the seal of an arrêté of this publication: hex SHA-256 of 'publication/2', the publication's hash in the chain
 * and, for each row of its views ordered by view and row bytewise, both; arrêtés of before publications were chained have
 * 'publication/1' and the rows only. `tx` is a transaction.
 */
export async function sealOf(tx: Db, publication: number): Promise<string> {
  const { rows: chained } = await sql<{ empreinte: string | null }>`
    select empreinte from publications where numero = ${publication}`.execute(tx)
  const hash = createHash('sha256')
    .update(written('publication/2'))
    .update(written(chained[0]?.empreinte ?? ''))
  await sql`
    declare lignes_publiees no scroll cursor for
    select vue, ligne
    from publications_lignes
    where depuis <= ${sql.lit(publication)} and (jusqua is null or jusqua > ${sql.lit(publication)})
    order by vue collate "C", ligne collate "C"`.execute(tx)
  for (;;) {
    const { rows } = await sql<{ vue: string; ligne: string }>`
      fetch ${sql.lit(ROWS_AT_ONCE)} from lignes_publiees`.execute(tx)
    for (const { vue, ligne } of rows) hash.update(written(vue) + written(ligne))
    if (rows.length < ROWS_AT_ONCE) break
  }
  await sql`close lignes_publiees`.execute(tx)
  return hash.digest('hex')
}

/** Whether a publication still matches its seal, as the audit finds it. `tx` is a transaction. */
export const isSealed = (tx: Db, publication: number, given: string): Promise<boolean> =>
  isSealedBy(queryOf(tx), publication, given)
