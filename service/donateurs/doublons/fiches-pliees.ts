import { sql } from 'kysely'
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
 * Makes the cards that have a last name as they are compared, in a table that goes with the transaction. A first name is
 * folded once: a hundredth of them are different. `offset 0` keeps a folded name from being folded again wherever it is
 * named.
 */
export async function plierFiches(tx: Db): Promise<void> {
  const domaines = await readDomainesFactices(tx)
  await sql`
    create temporary table fiches_pliees on commit drop as
    select
      contact_id collate "C" as contact_id,
      replace(nom, ' ', '') collate "C" as nom,
      mots collate "C" as mots,
      replace(mots, ' ', '') collate "C" as prenom,
      case when ${CODE_POSTAL_FACTICE} then '' else code_postal end collate "C" as zip,
      case when split_part(email, '@', 2) = any(${domaines}::text[]) then '' else email end collate "C" as email,
      mobile collate "C" as mobile,
      naissance collate "C" as naissance,
      sexe,
      societe,
      replace(raison_sociale, ' ', '') collate "C" as raison_sociale
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
      left join (select firstname, cle_nom(firstname) as mots from donateurs group by firstname) as prenoms
        using (firstname)
      where lastname <> ''
      offset 0
    ) as noms
    where nom <> ''`.execute(tx)
  await sql`analyze fiches_pliees`.execute(tx)
}
