import { sql } from 'kysely'
import type { ChiffreRegulier, Contribution, Difference } from '#contract/publications'
import { plural } from '#figures/format'
import type { Db } from '../../platform/database/connect'
import { readNumbered } from './publications'

/** What publications keep of each figure, by day. */
const COLONNES: Record<ChiffreRegulier, string> = {
  'reguliers-demarres': 'demarres_annee',
  'reguliers-arretes': 'arretes_annee',
}

interface Changement {
  publication: number
  effet: number
}

/** So many of a publication's causes are told, those after them counted. */
const CAUSES = 4

function tellTogether(causes: readonly string[]): string {
  const rest = causes.length - CAUSES
  const more = rest > 0 ? [plural(rest, 'autre cause', 'autres causes')] : []
  return [...causes.slice(0, CAUSES), ...more].join('\u00A0; ')
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
  const changements = await readChangements(tx, chiffre, annee, a)
  const known = await readNumbered(
    tx,
    changements.map(({ publication }) => publication),
  )
  let now = 0
  let avant = 0
  const contributions: Contribution[] = []
  for (const { publication, effet } of changements) {
    now += effet
    if (publication <= de) avant = now
    const told = known.get(publication)
    if (publication > de && told)
      contributions.push({
        le: told.publie_le,
        cause: tellTogether(told.causes),
        lien: null,
        dons: null,
        effet,
        cumul: now,
      })
  }
  return { avant, apres: now, ecart: now - avant, contributions }
}
