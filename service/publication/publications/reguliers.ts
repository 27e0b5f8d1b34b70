import { sql } from 'kysely'
import type { ChiffreRegulier, Difference } from '#contract/publications'
import type { Db } from '../../platform/database/connect'
import { type Changement, tellByPublication } from './par-publication'

/** What publications keep of each figure, by day. */
const COLONNES: Record<ChiffreRegulier, string> = {
  'reguliers-demarres': 'demarres_annee',
  'reguliers-arretes': 'arretes_annee',
}

/** What each publication up to `a` changed of the figure of a year. */
async function readChangements(
  tx: Db,
  chiffre: ChiffreRegulier,
  annee: number,
  a: number,
): Promise<Changement[]> {
  const { rows } = await sql<Changement>`
    select publication, sum(effet)::bigint as effet
    from publications_lignes
    cross join lateral (select (ligne::jsonb ->> ${COLONNES[chiffre]})::bigint as nombre) as nombres
    cross join lateral (values (depuis, nombre), (jusqua, -nombre)) as effets (publication, effet)
    where vue = 'reguliers_jours' and date_part('year', (ligne::jsonb ->> 'jour')::date) = ${annee} and publication <= ${a}
    group by publication
    having sum(effet) <> 0
    order by publication`.execute(tx)
  return rows
}

/**
 * Explains why the regular givers of a year differ between two publications: by publication, with all that had come before
 * it, as a series is known by several gifts of several imports.
 */
export async function readReguliers(
  tx: Db,
  { chiffre, annee, de, a }: { chiffre: ChiffreRegulier; annee: number; de: number; a: number },
): Promise<Difference> {
  return tellByPublication(tx, await readChangements(tx, chiffre, annee, a), { de })
}
