import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect'
import type { Derived } from '../../platform/jobs/derived'
import { comparerFiches } from './fiches-comparees'
import { QUESTIONS } from './regles'

/** Increment when a rule changes: all is looked for again. */
const VERSION = '1'

/** Tells a reason from an earlier one of the same rule, and nothing of what a card says. */
const CLE = sql`encode(
  sha256(externe || sha256(interne || convert_to(concat_ws(':', 'doublon', regle, contact_id, autre_id, valeur), 'UTF8'))),
  'hex'
)`

/** Finds all pairs anew; a common name is no new reason where it was a rare one. */
async function findPairs(tx: Db): Promise<void> {
  await comparerFiches(tx)
  await sql`delete from doublons`.execute(tx)
  for (const question of QUESTIONS) {
    await sql`create temporary table paires on commit drop as ${question}`.execute(tx)
    await sql`
      insert into doublons (contact_id, autre_id, regle, exacte, cle)
      select distinct on (contact_id, autre_id) contact_id, autre_id, regle, exacte, left(regle, 2) || ':' || left(${CLE}, 32)
      from paires
      cross join secret_raisons
      order by contact_id, autre_id, valeur`.execute(tx)
    await sql`drop table paires`.execute(tx)
  }
  await sql`analyze doublons`.execute(tx)
  await sql`update doublons_etat set trouves_le = statement_timestamp()`.execute(tx)
}

/** The pairs that may be one person; late when cards were imported or taken back, or a rule has changed. */
export const DOUBLONS: Derived = {
  etat: 'doublons_etat',
  source: {
    contacts: sql`(
      select count(*)
      from imports
      join fichiers using (fichier_id)
      where type <> 'donations' and statut = 'completed'
    )`,
    regles: sql`${VERSION}`,
  },
  timeout: '10min',
  make: findPairs,
}
