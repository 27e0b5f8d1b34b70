import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../platform/database/connect'
import type { Derived } from '../platform/jobs/derived'
import { readCles } from './cle'
import { findCollectifs } from './collectifs/trouver'
import { signalesPar } from './raisons'
import { REGLES } from './regles'
import type { Cle, Regle } from './regles/regle'
import { SEUILS } from './seuils'
import { noteSuspects } from './suspects'

/** Hash of the rules and thresholds: a change recomputes all reasons. */
const VERSION = createHash('sha256')
  .update(JSON.stringify([SEUILS, REGLES.map(({ code, points }) => [code, points])]))
  .digest('hex')

/** How many acts changed weights: with another, points are added up anew. */
const POIDS = sql`(select count(*) from poids_regles)`

/** Looks for a rule's reasons among all donors: those found again are kept. */
async function findOf(
  tx: Db,
  { code, trouver: find, personnelle }: Regle,
  cle: Cle,
): Promise<void> {
  const question = await find(tx, cle)
  // Via a table of its own: a query feeding an insert is never parallelised.
  await sql`create temporary table trouves on commit drop as ${question}`.execute(tx)
  await sql`
    insert into signalements (contact_id, regle, cle, sous, points, faits)
    select distinct on (contact_id, cle) contact_id, ${code}, ${personnelle ? sql`cle[1] as cle, cle[2:] as sous` : sql`cle, '{}'::text[]`}, points, faits
    from trouves
    order by contact_id, cle, points desc
    on conflict (contact_id, regle, cle) do update
      set sous = excluded.sous, points = excluded.points, faits = excluded.faits, passage = now()`.execute(
    tx,
  )
  await sql`drop table trouves`.execute(tx)
}

/** Computes the reasons of all donors. Changes after `trouves_le` may not have been seen. */
async function findReasons(tx: Db): Promise<void> {
  await sql`update signalements_etat set trouves_le = statement_timestamp()`.execute(tx)
  const cleOf = await readCles(tx)
  for (const regle of REGLES) await findOf(tx, regle, cleOf(regle.code))
  // At the end, on the few found: in each query it would enumerate all contacts first.
  await sql`
    delete from signalements
    where passage <> now() or contact_id not in (
      select contact_id from donateurs_annees where contact_id = any (array(select contact_id from signalements))
    )`.execute(tx)
  await sql`analyze signalements`.execute(tx)
  await sql`delete from donateurs_signales`.execute(tx)
  await sql`
    insert into donateurs_signales
      (contact_id, points, regles, montant, donations, premier_don, dernier_don, histoire)
    select * from ${signalesPar()} as signales`.execute(tx)
  await noteSuspects(tx)
  await findCollectifs(tx)
  await sql`analyze donateurs_signales, suspects_par_jour`.execute(tx)
}

/** The reasons to review donors; late when figures, contacts and their indexed words, or rules have changed. */
export const SIGNALEMENTS: Derived = {
  etat: 'signalements_etat',
  source: {
    publication: sql`(select numero from derniers_chiffres)`,
    contacts: sql`(select imports from mots_contacts_etat)`,
    regles: sql`${VERSION}`,
    poids: POIDS,
  },
  timeout: '10min',
  ofDonations: true,
  whole: true,
  make: findReasons,
}
