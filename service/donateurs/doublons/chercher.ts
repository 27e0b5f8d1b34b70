import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect'
import { onlyRow } from '../../platform/database/only-row'
import { type Derived, noteTouched, takeTouched } from '../../platform/jobs/derived'
import { analyserPeu } from './analyser'
import { comparerCelles, comparerToutes } from './fiches-comparees'
import { QUESTIONS, type Question } from './regles'

/** Increment when a rule changes: all is looked for again. So it is when a function does by which cards are compared. */
const REGLES = sql`(
  select concat_ws(' ', '5', string_agg(empreinte, ' ' order by fichier))
  from schema_fichiers
  where fichier ~ '^fonctions/(cle_.*|prenoms_compatibles|plier_texte|telephone_plie)$'
)`

/** The imports that brought or took back cards, and the last one that the words are of, which tell whose these are. */
const IMPORTS = sql`(
  select count(*)
  from imports
  join fichiers using (fichier_id)
  where type = 'donateurs' and statut = 'completed'
)`
const LUS = sql`(select coalesce(imports, 0) from mots_contacts_etat)`

/** Tells a reason from an earlier one of the same rule, and nothing of what a card says. */
const CLE = sql`encode(
  sha256(externe || sha256(interne || convert_to(concat_ws(':', 'doublon', left(regle, 2), contact_id, autre_id, valeur), 'UTF8'))),
  'hex'
)`

/**
 * Puts the pairs of a rule in the place of those it had, of all or, once cards are `touchees`, of whom they concern, and
 * notes whose are others.
 */
async function findOf(tx: Db, { code, parmi, de }: Question, isPart: boolean): Promise<void> {
  if (isPart)
    await sql`create temporary table concernees on commit drop as select * from voisines where ${parmi}`.execute(
      tx,
    )
  // A common name is no new reason where it was a rare one.
  await sql`
    create temporary table paires on commit drop as
    select distinct on (contact_id, autre_id) contact_id, autre_id, regle, exacte, left(regle, 2) || ':' || left(${CLE}, 32) as cle
    from (${de(isPart ? sql`concernees` : sql`fiches_comparees`)}) as trouvees
    cross join secret_raisons
    order by contact_id, autre_id, valeur`.execute(tx)
  // Those who were under a key of theirs are among them, and are compared anew.
  const theirs = sql`(select contact_id from concernees union select contact_id from touchees)`
  await sql`
    with parties as (
      delete from doublons
      where left(regle, 2) = ${code}
        and ${isPart ? sql`contact_id in ${theirs} and autre_id in ${theirs}` : sql`true`}
        and (contact_id, autre_id, regle, exacte, cle) not in (select * from paires)
      returning contact_id
    )
    ${noteTouched(sql`parties`, 'groupes')}`.execute(tx)
  await sql`
    with venues as (
      insert into doublons (contact_id, autre_id, regle, exacte, cle)
      select * from paires
      on conflict do nothing
      returning contact_id
    )
    ${noteTouched(sql`venues`, 'groupes')}`.execute(tx)
  await sql`drop table paires`.execute(tx)
  if (isPart) await sql`drop table concernees`.execute(tx)
}

/** Finds the pairs of whom changes concern, or all; false until the words of the last import are there. */
async function findPairs(tx: Db): Promise<boolean> {
  const { waits, anew } = onlyRow(
    await sql<{ waits: boolean; anew: boolean }>`
      select ${IMPORTS} > ${LUS} as waits,
        regles is distinct from ${REGLES} or not exists (select from fiches_comparees) as anew
      from doublons_etat`.execute(tx),
  )
  if (waits) return false
  const touched = await takeTouched(tx, 'doublons')
  const some = anew ? null : touched
  // How few share a key is not known beforehand: compared one with each other, they would take minutes.
  await sql`set local enable_nestloop = off`.execute(tx)
  await sql`set local enable_mergejoin = off`.execute(tx)
  await analyserPeu(tx)
  await (some ? comparerCelles(tx, some) : comparerToutes(tx))
  // Each of three processes would count the keys of all cards for itself.
  await sql`set local max_parallel_workers_per_gather = 0`.execute(tx)
  if (some)
    await noteTouched(
      sql`(select unnest(${some}::text[]) as contact_id) as fiches`,
      'groupes',
    ).execute(tx)
  for (const question of QUESTIONS) await findOf(tx, question, some !== null)
  await sql`analyze doublons`.execute(tx)
  const generation = some ? sql`generation` : sql`null`
  await sql`
    update doublons_etat set trouves_le = statement_timestamp(), generation = ${generation}`.execute(
    tx,
  )
  return true
}

/** The pairs that may be one person; late when cards were imported or taken back, or a rule has changed. */
export const DOUBLONS: Derived = {
  etat: 'doublons_etat',
  source: { contacts: IMPORTS, regles: REGLES },
  timeout: '10min',
  make: findPairs,
}
