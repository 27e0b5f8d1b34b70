import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect'
import { CODE_POSTAL_FACTICE, readDomainesFactices } from './factices'

/** The sex that a title tells, empty where it tells none. */
const SEXE = sql`case
  when translate(lower(civility collate "C"), '. ', '') in ('m', 'mr', 'monsieur') then 'M'
  when translate(lower(civility collate "C"), '. ', '') in ('mme', 'mlle', 'madame', 'mademoiselle') then 'F'
  else ''
end`

/** A mobile's ten digits, empty for any other number: what `telephone_plie` says, by one look at most of them. */
const MOBILE = sql`case
  when coalesce(phone, '') = '' then ''
  when translate(phone, '0123456789+ .-/()\u00a0\u202f', '') = '' then coalesce(
    '0' || substring(translate(phone, ' .-/()\u00a0\u202f', '') from '^(?:0|33|(?:\\+|00)330?)?([67][0-9]{8})$'), ''
  )
  else coalesce(substring(telephone_plie(left(phone, 100)) from '^0[67][0-9]{8}$'), '')
end`

/**
 * Makes `fiches_comparees`, gone with the transaction: every card that has a last name, as the rules compare it.
 * Each name is folded once, however many bear it.
 */
export async function comparerFiches(tx: Db): Promise<void> {
  await sql`
    create temporary table noms_compares on commit drop as
    select brut, cle_nom(brut) as mots
    from (
      select lastname as brut from donateurs where lastname <> ''
      union
      select firstname from donateurs where firstname <> ''
    ) as bruts`.execute(tx)
  await sql`analyze noms_compares`.execute(tx)
  await sql`
    create temporary table fiches_comparees on commit drop as
    select
      contact_id collate "C" as contact_id,
      replace(noms.mots, ' ', '') collate "C" as nom,
      coalesce(prenoms.mots, '') collate "C" as mots,
      replace(coalesce(prenoms.mots, ''), ' ', '') collate "C" as prenom,
      case when ${CODE_POSTAL_FACTICE} then '' else code_postal end collate "C" as zip,
      cle_email(email) collate "C" as email,
      ${MOBILE} collate "C" as mobile,
      cle_naissance(birthdate) collate "C" as naissance,
      ${SEXE} as sexe,
      coalesce(is_company, false) as societe,
      case when is_company or coalesce(firstname, '') = '' then replace(cle_societe(lastname), ' ', '') else '' end collate "C" as raison_sociale
    from (select *, cle_code_postal(zip) as code_postal from donateurs) as fiches
    join noms_compares as noms on noms.brut = lastname
    left join noms_compares as prenoms on prenoms.brut = firstname
    where noms.mots <> ''`.execute(tx)
  await sql`
    update fiches_comparees set email = ''
    where split_part(email, '@', 2) = any(${await readDomainesFactices(tx)}::text[])`.execute(tx)
  await sql`analyze fiches_comparees`.execute(tx)
  // How few share a key is not known beforehand: compared one with each other, they would take minutes.
  await sql`set local enable_nestloop = off`.execute(tx)
}
