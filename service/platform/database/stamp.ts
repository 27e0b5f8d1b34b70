import { sql } from 'kysely'
import type { Db } from './connect'
import { onlyRow } from './only-row'

/** What changes before a figure may: with a publication, a decision about a donor, a write to the gifts. */
export const FIGURES = sql`
  (select numero from derniers_chiffres),
  (select faits_publies::text from faits_publies),
  version_donations(),
  (select max(numero) from evenements_exclusion),
  (select version from donateurs_exclus_version)`

/** A text that changes before a figure may, and on the next day, since no figure goes by gifts of tomorrow. */
export async function readStamp(db: Db): Promise<string> {
  const { stamp } = onlyRow(
    await sql<{ stamp: string }>`
    select concat_ws(
      '/',
      ${FIGURES},
      (select comprises from exclusions_comprises),
      (now() at time zone 'Europe/Paris')::date
    ) as stamp`.execute(db),
  )
  return stamp
}
