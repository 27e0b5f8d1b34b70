import { sql } from 'kysely'
import { citer, formatCount } from '#figures/format'
import type { Db } from '../../platform/database/connect'
import { depotOf } from '../staging/depot'
import type { Order } from '../writing/order'

/** Code fields. */
const CODES = ['codemedia_code', 'campaign_code', 'origincode_code', 'product_code'] as const

/** Rows sampled: as telling as all of them, at a cost independent of file size. */
const SAMPLE = 100_000

/** Minimum rows with a code, and the share of distinct values beyond which they cannot be campaigns or media. */
const FEWEST = 1_000
const PART = 0.8

/**
 * Warns of code columns with nearly as many values as rows: most likely ids, of which analyses would only show the 200
 * largest. The file can still be imported.
 */
export async function warnOfCodes(
  db: Db,
  { type, lecture, fichierId }: Order,
  lignes = depotOf(fichierId).lignes,
): Promise<string[]> {
  const columns = CODES.filter((code) => code in lecture.places)
  if (type !== 'donations' || columns.length === 0) return []
  const counts = columns.flatMap((code) => [
    sql`count(nullif(${sql.ref(code)}, '')) as ${sql.ref(`${code}_lignes`)}`,
    sql`count(distinct nullif(${sql.ref(code)}, '')) as ${sql.ref(`${code}_valeurs`)}`,
  ])
  const { rows } = await sql<Record<string, number>>`
    select ${sql.join(counts)}
    from (select ${sql.join(columns.map((code) => sql.ref(code)))} from ${lignes} limit ${SAMPLE}) as premieres`.execute(
    db,
  )
  return columns.flatMap((code) => {
    const [filled = 0, values = 0] = [rows[0]?.[`${code}_lignes`], rows[0]?.[`${code}_valeurs`]]
    if (filled < FEWEST || values < filled * PART) return []
    const name = lecture.entete[lecture.places[code] ?? -1] ?? code
    return [
      `La colonne ${citer(name)} a presque autant de codes que de lignes (${formatCount(values)} codes différents sur ${formatCount(filled)} lignes)\u00A0: contient-elle bien des codes, et non des identifiants\u00A0? Les analyses montreraient les 200 plus grands, et tous les autres ensemble.`,
    ]
  })
}
