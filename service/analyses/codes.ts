import { sql } from 'kysely'
import { type Codes, codes } from '#contract/codes'
import { CODES_AU_PLUS } from '#contract/ventilation'
import type { Db } from '../platform/database/connect'
import { type Analysis, call } from './analysis'

export default {
  calls: [call(codes, ({ db, query }) => readCodes(db, query.annee))],
} satisfies Analysis

const AXES: (keyof Codes)[] = ['campagne', 'media', 'origine', 'produit']

/** The largest codes of each axis, of a year or of all. */
async function readCodes(db: Db, annee: number | undefined): Promise<Codes> {
  // Axis by axis, and no more of each than is asked for: all codes of all axes would have to be sorted.
  const { rows } = await sql<{ axe: keyof Codes; code: string }>`
    select axe, code
    from unnest(${AXES}::text[]) as axes (axe)
    cross join lateral (
      select code, sum(montant) as montant
      from ventilation_mois_axes as ventilation
      where ventilation.axe = axes.axe ${annee === undefined ? sql`` : sql`and annee = ${annee}`}
      group by code
      having sum(nombre) > 0
      order by sum(montant) desc, code collate "C"
      limit ${CODES_AU_PLUS + 1}
    ) as codes
    order by montant desc, code collate "C"`.execute(db)
  const of = (axe: keyof Codes) => {
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
