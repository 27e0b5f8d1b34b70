import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../platform/database/connect'
import type { Derived } from '../platform/jobs/derived'
import { readCles } from './cle'
import { findCollectifs } from './collectifs/trouver'
import { readLexique } from './listes/mots'
import { signalesPar } from './raisons'
import { REGLES } from './regles'
import { readPapier } from './regles/papier'
import type { Recherche, Regle } from './regles/regle'
import { SEUILS } from './seuils'
import { noteSuspects } from './suspects'

/** Hash of the rules and thresholds: a change recomputes all reasons. */
const VERSION = createHash('sha256')
  .update(JSON.stringify([SEUILS, REGLES.map(({ code, points }) => [code, points])]))
  .digest('hex')

/** How many acts changed weights or words, or took a wave off: with another, points are added up anew. */
const POIDS = sql`(select (select count(*) from poids_regles) + (select count(*) from vagues_legitimes) + (select count(*) from mots_verification))`

/** Looks for a rule's reasons among all donors: those found again are kept. */
async function findOf(
  tx: Db,
  { code, trouver: find, personnelle }: Regle,
  recherche: Recherche,
): Promise<void> {
  const question = await find(tx, recherche)
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

/** Notes how many of the donors bear each rule: what many bear proves nothing. Who was excluded is none of them. */
async function countBearers(tx: Db): Promise<void> {
  await sql`delete from regles_etat`.execute(tx)
  await sql`
    with exclus as materialized (
      select contact_id from contacts_exclus
    )
    insert into regles_etat (regle, points, porteurs, donateurs)
    select regle, points, sum(porteurs) over (partition by regle order by points desc), donateurs
    from (
      select regle, points, count(*) as porteurs
      from (
        select regle, contact_id, max(points) as points
        from signalements
        where contact_id not in (select contact_id from exclus)
        group by regle, contact_id
      ) as forces
      group by regle, points
    ) as regles
    cross join (
      select (select count(*) from donateurs_carrieres) - (select count(*) from exclus) as donateurs
    ) as base`.execute(tx)
}

/** Computes the reasons of all donors. Changes after `trouves_le` may not have been seen. */
async function findReasons(tx: Db): Promise<void> {
  await sql`update signalements_etat set trouves_le = statement_timestamp()`.execute(tx)
  const cleOf = await readCles(tx)
  const surPapier = await readPapier(tx)
  const lexique = await readLexique(tx)
  for (const regle of REGLES)
    await findOf(tx, regle, { cle: cleOf(regle.code), surPapier, lexique })
  // At the end, on the few found: in each query it would enumerate all contacts first.
  await sql`
    delete from signalements
    where passage <> now() or contact_id not in (
      select contact_id from donateurs_annees where contact_id = any (array(select contact_id from signalements))
    )`.execute(tx)
  await sql`analyze signalements`.execute(tx)
  await countBearers(tx)
  await sql`delete from donateurs_signales`.execute(tx)
  await sql`
    insert into donateurs_signales
      (contact_id, points, regles, montant, donations, premier_don, dernier_don, histoire)
    select * from ${signalesPar()} as signales`.execute(tx)
  await noteSuspects(tx)
  await findCollectifs(tx)
  await sql`analyze donateurs_signales, suspects_par_jour, suspects_par_code`.execute(tx)
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
