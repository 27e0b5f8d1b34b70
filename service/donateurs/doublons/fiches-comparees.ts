import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/connect'
import { CODE_POSTAL_FACTICE, readDomainesFactices } from './factices'

/** The sex that a title tells, empty where it tells none. */
const SEXE = sql`case
  when coalesce(civility, '') = '' then ''
  when civility in ('M.', 'M') then 'M'
  when civility in ('Mme', 'Mlle') then 'F'
  when translate(lower(civility collate "C"), '. ', '') in ('m', 'mr', 'monsieur') then 'M'
  when translate(lower(civility collate "C"), '. ', '') in ('mme', 'mlle', 'madame', 'mademoiselle') then 'F'
  else ''
end`

/** A mobile's ten digits, empty for any other number: what `telephone_plie` says, by one look at most of them. */
const MOBILE = sql`case
  when coalesce(phone, '') = '' then ''
  when length(phone) = 10 and translate(phone, '0123456789', '') = '' then case when left(phone, 2) in ('06', '07') then phone else '' end
  when translate(phone, '0123456789+ .-/()\u00a0\u202f', '') = '' then coalesce(
    '0' || substring(translate(phone, ' .-/()\u00a0\u202f', '') from '^(?:0|33|(?:\\+|00)330?)?([67][0-9]{8})$'), ''
  )
  else coalesce(substring(telephone_plie(left(phone, 100)) from '^0[67][0-9]{8}$'), '')
end`

/**
 * Asks for these cards as they are compared. A first name is folded once: a hundredth of them are different. `offset 0`
 * keeps a folded name from being folded again wherever it is named.
 */
async function plier(tx: Db, parmi: RawBuilder<unknown>): Promise<RawBuilder<unknown>> {
  const domaines = await readDomainesFactices(tx, parmi)
  return sql`
    select
      contact_id,
      replace(nom, ' ', '') as nom,
      mots,
      replace(mots, ' ', '') as prenom,
      case when ${CODE_POSTAL_FACTICE} then '' else code_postal end as zip,
      case when split_part(email, '@', 2) = any(${domaines}::text[]) then '' else email end as email,
      mobile,
      naissance,
      sexe,
      societe,
      replace(raison_sociale, ' ', '') as raison_sociale
    from (
      select
        contact_id,
        cle_nom(lastname) as nom,
        coalesce(mots, '') as mots,
        cle_code_postal(zip) as code_postal,
        cle_email(email) as email,
        ${MOBILE} as mobile,
        cle_naissance(birthdate) as naissance,
        ${SEXE} as sexe,
        coalesce(is_company, false) as societe,
        case when is_company or coalesce(firstname, '') = '' then cle_societe(lastname) else '' end as raison_sociale
      from donateurs
      left join (select firstname, cle_nom(firstname) as mots from donateurs where ${parmi} group by firstname) as prenoms
        using (firstname)
      where lastname <> '' and ${parmi}
      offset 0
    ) as pliees
    where nom <> ''`
}

/** Makes all cards anew, via a table of its own: a query feeding an insert is never parallelised. */
export async function comparerToutes(tx: Db): Promise<void> {
  await sql`create temporary table pliees on commit drop as ${await plier(tx, sql`true`)}`.execute(
    tx,
  )
  await sql`truncate fiches_comparees`.execute(tx)
  await sql`insert into fiches_comparees select * from pliees`.execute(tx)
  await sql`drop table pliees`.execute(tx)
  await sql`analyze fiches_comparees`.execute(tx)
}

/** The contacts whom rows of files lead to together with some of `touchees`, and these. */
export const AMBIGUS = sql`(
  select unnest(array[contact_id, autre_id]) collate "C"
  from identites_ambigues
  where contact_id in (select contact_id from touchees)
    or autre_id in (select contact_id from touchees)
)`

/**
 * Makes the cards of these contacts anew: as they were and as they are in `touchees`, with all whose name or firm is
 * one of theirs, and whom files name with them, in `voisines`, both gone with the transaction.
 */
export async function comparerCelles(tx: Db, contacts: readonly string[]): Promise<void> {
  const theirs = sql`contact_id = any(${contacts}::text[])`
  const own = sql`contact_id = any(${contacts}::text[])`
  await sql`
    create temporary table touchees on commit drop as
    select * from fiches_comparees where ${theirs}`.execute(tx)
  await sql`delete from fiches_comparees where ${theirs}`.execute(tx)
  await sql`insert into fiches_comparees ${await plier(tx, own)}`.execute(tx)
  await sql`insert into touchees select * from fiches_comparees where ${theirs}`.execute(tx)
  await sql`
    create temporary table voisines on commit drop as
    select *
    from fiches_comparees
    where nom in (select nom from touchees union select prenom from touchees)
      or raison_sociale in (select raison_sociale from touchees where raison_sociale <> '')
      or contact_id in ${AMBIGUS}`.execute(tx)
}
