import { sql } from 'kysely'
import { type Codes, codes } from '#contract/codes'
import { type Axe, CODES_AU_PLUS } from '#contract/ventilation'
import type { Db } from '../platform/database/connect'
import { type Analysis, call } from './analysis'

export default {
  calls: [call(codes, ({ db, query }) => readCodes(db, query.annee))],
} satisfies Analysis

/** The largest codes of each axis, of a year or of all. */
async function readCodes(db: Db, annee: number | undefined): Promise<Codes> {
  const { rows } = await sql<{ axe: Axe; code: string }>`
    select axe, code
    from (
      select
        axe,
        code,
        row_number() over (partition by axe order by sum(montant) desc, code collate "C") as rang
      from ventilation_mois_a_jour
      where ${annee === undefined ? sql`true` : sql`annee = ${annee}`}
      group by axe, code
      having sum(nombre) > 0
    ) as rangs
    where rang <= ${CODES_AU_PLUS + 1}
    order by rang`.execute(db)
  const of = (axe: Axe) => {
    const own = rows.flatMap((row) => (row.axe === axe ? [row.code] : []))
    return { codes: own.slice(0, CODES_AU_PLUS), tous: own.length <= CODES_AU_PLUS }
  }
  return {
    campagne: of('campagne'),
    media: of('media'),
    origine: of('origine'),
    produit: of('produit'),
  }
}
