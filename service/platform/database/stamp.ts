import { sql } from 'kysely'
import type { Db } from './connect'
import { onlyRow } from './only-row'
import { remember } from './remember'

/** Changes before any figure can: on a publication, a decision about a donor, a write to the gifts, to the dictionary. */
export const FIGURES = sql`
  (select numero from derniers_chiffres),
  (select faits_publies::text from faits_publies),
  version_donations(),
  (select max(numero) from evenements_exclusion),
  (select version from donateurs_exclus_version),
  (select max(numero) from campagnes_versions)`

/** The day in Paris: gifts dated after it do not count. */
export const TODAY = sql`(now() at time zone 'Europe/Paris')::date`

/** Returns a text that changes before any figure can, and every day. */
export async function readStamp(db: Db): Promise<string> {
  const { stamp } = onlyRow(
    await sql<{ stamp: string }>`
    select concat_ws(
      '/',
      ${FIGURES},
      (select comprises from exclusions_comprises),
      (select trouves_le from signalements_etat),
      (select count(*) from decisions_legitimes),
      (select count(*) from poids_regles),
      (select count(*) from vagues_legitimes),
      (select max(numero) from objectifs),
      ${TODAY}
    ) as stamp`.execute(db),
  )
  return stamp
}

/** Returns what `read` answers, which is asked again only after a figure may have changed. */
export function whileUnchanged<Answer>(db: Db, read: () => Promise<Answer>): () => Promise<Answer> {
  const memory = remember<'', Answer>()
  return async () => memory(await readStamp(db), '', read)
}
