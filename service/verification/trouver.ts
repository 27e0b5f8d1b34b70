import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../platform/database/connect'
import { onlyRow } from '../platform/database/only-row'
import { isDistributed } from '../platform/database/repartition'
import { type Derived, takeTouched } from '../platform/jobs/derived'
import { readCles } from './cle'
import { findCollectifs } from './collectifs/trouver'
import { signalesPar } from './raisons'
import { REGLES } from './regles'
import type { Cle, Parmi, Regle } from './regles/regle'
import { SEUILS } from './seuils'
import { noteSuspects } from './suspects'

/** Hash of the rules and thresholds: a change recomputes all reasons. */
const VERSION = createHash('sha256')
  .update(JSON.stringify([SEUILS, REGLES.map(({ code, points }) => [code, points])]))
  .digest('hex')

/** How many acts changed weights: with another, points are added up anew. */
const POIDS = sql`(select count(*) from poids_regles)`

interface Changes {
  regles: boolean
  poids: boolean
}

/** Whose cards or gifts changed since the last look; null where that is not known, very many, or on several servers. */
async function readTouched(tx: Db): Promise<string[] | null> {
  const { regles } = onlyRow(
    await sql<Changes>`
    select
      regles is distinct from ${VERSION} or generation is distinct from (select generation from faits_publies) as regles
    from signalements_etat`.execute(tx),
  )
  const touched = await takeTouched(tx, 'signalements')
  // Whom a contact concerns is asked of contacts kept on other servers.
  return regles || (await isDistributed(tx)) ? null : touched
}

const parmiCeux =
  (contacts: readonly string[] | null): Parmi =>
  (contact) =>
    contacts ? sql`${contact} = any (${contacts}::text[])` : sql`true`

/** Looks for a rule's reasons among these contacts and whom they concern, or among all; returns at whom it looked. */
async function findOf(
  tx: Db,
  { code, trouver: find, voisins, personnelle }: Regle,
  cle: Cle,
  touched: string[] | null,
): Promise<string[]> {
  let contacts = touched
  // Few are asked for in indexes, whatever is known of the tables: each of them against all would take minutes.
  const askIndexes = (only: boolean) =>
    sql`set local enable_seqscan = ${sql.raw(only ? 'off' : 'on')}`.execute(tx)
  if (touched) await askIndexes(true)
  if (touched && voisins) {
    const { rows } = await sql<{ contact_id: string }>`
      select distinct contact_id from (${voisins(touched)}) as voisins`.execute(tx)
    contacts = [...new Set([...touched, ...rows.map(({ contact_id }) => contact_id)])]
  }
  const parmi = parmiCeux(contacts)
  const question = await find(tx, { cle, parmi, peu: contacts !== null })
  // Via a table of its own: a query feeding an insert is never parallelised.
  await sql`create temporary table trouves on commit drop as ${question}`.execute(tx)
  if (touched) await askIndexes(false)
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
  await sql`
    delete from signalements
    where regle = ${code} and passage <> now() and ${parmi(sql`contact_id`)}`.execute(tx)
  return contacts ?? []
}

/**
 * Computes the reasons of whom changes concern, or all; those found again are kept. Changes after `trouves_le` may not
 * have been seen.
 */
async function findReasons(tx: Db): Promise<void> {
  await sql`update signalements_etat set trouves_le = statement_timestamp()`.execute(tx)
  const touched = await readTouched(tx)
  const { poids } = onlyRow(
    await sql<Pick<Changes, 'poids'>>`
    select poids is distinct from ${POIDS} as poids from signalements_etat`.execute(tx),
  )
  const seen = new Set(touched)
  if (!touched || touched.length > 0) {
    const cleOf = await readCles(tx)
    for (const regle of REGLES)
      for (const contact of await findOf(tx, regle, cleOf(regle.code), touched)) seen.add(contact)
  }
  const parmi = parmiCeux(touched && [...seen])
  // At the end, on the few found: in each query it would enumerate all contacts first.
  await sql`
    delete from signalements
    where ${parmi(sql`contact_id`)}
      and contact_id not in (
        select contact_id from donateurs_annees where contact_id = any (array(select contact_id from signalements))
      )`.execute(tx)
  await sql`analyze signalements`.execute(tx)
  const comptes = poids ? parmiCeux(null) : parmi
  await sql`delete from donateurs_signales where ${comptes(sql`contact_id`)}`.execute(tx)
  await sql`
    insert into donateurs_signales
      (contact_id, points, regles, montant, donations, premier_don, dernier_don, histoire)
    select * from ${signalesPar(comptes(sql`contact_id`))} as signales`.execute(tx)
  await noteSuspects(tx)
  await findCollectifs(tx, parmi)
  await sql`
    update signalements_etat set generation = (select generation from faits_publies)`.execute(tx)
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
  make: findReasons,
}
