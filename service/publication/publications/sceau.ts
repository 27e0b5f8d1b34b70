import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { hashPublication } from '../../exclusions/publications'
import type { Db } from '../../platform/database/connect'

const ROWS_AT_ONCE = 5_000

/** Canonical form of a text: netstring (byte length, colon, text, comma). */
const written = (text: string) => `${Buffer.byteLength(text)}:${text},`

/** A publication's seal, and the form used before publications were chained. */
interface Sceaux {
  sceau: string
  ancien: string
}

/**
 * Returns the seal of a publication: hex SHA-256 of 'publication/2', the publication's hash in the chain and, for each
 * row of its views ordered by view and row bytewise, both; the older form has 'publication/1' and the rows only. `tx`
 * is a transaction.
 */
async function sealsOf(tx: Db, publication: number): Promise<Sceaux> {
  const chained = await hashPublication(tx, publication)
  const hash = createHash('sha256')
    .update(written('publication/2'))
    .update(written(chained ?? ''))
  const old = createHash('sha256').update(written('publication/1'))
  await sql`
    declare lignes_publiees no scroll cursor for
    select vue, ligne
    from publications_lignes
    where depuis <= ${sql.lit(publication)} and (jusqua is null or jusqua > ${sql.lit(publication)})
    order by vue collate "C", ligne collate "C"`.execute(tx)
  for (;;) {
    const { rows } = await sql<{ vue: string; ligne: string }>`
      fetch ${sql.lit(ROWS_AT_ONCE)} from lignes_publiees`.execute(tx)
    for (const { vue, ligne } of rows) {
      const row = written(vue) + written(ligne)
      hash.update(row)
      old.update(row)
    }
    if (rows.length < ROWS_AT_ONCE) break
  }
  await sql`close lignes_publiees`.execute(tx)
  return { sceau: hash.digest('hex'), ancien: old.digest('hex') }
}

/** The seal of an arrêté of this publication. `tx` is a transaction. */
export const sealOf = async (tx: Db, publication: number): Promise<string> =>
  (await sealsOf(tx, publication)).sceau

/** Whether a publication still matches its seal. `tx` is a transaction. */
export async function isSealed(tx: Db, publication: number, given: string): Promise<boolean> {
  const { sceau, ancien } = await sealsOf(tx, publication)
  return given === sceau || given === ancien
}
