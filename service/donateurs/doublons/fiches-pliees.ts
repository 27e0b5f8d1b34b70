import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect'
import {
  boiteFactice,
  CODE_POSTAL_FACTICE,
  readDomainesFactices,
  TELEPHONE_FACTICE,
} from './factices'

/** The sex that a title tells, empty where it tells none. */
export const SEXE = sql`case
  when coalesce(civility, '') = '' then ''
  when civility in ('M.', 'M') then 'M'
  when civility in ('Mme', 'Mlle') then 'F'
  when translate(lower(civility collate "C"), '. ', '') in ('m', 'mr', 'monsieur') then 'M'
  when translate(lower(civility collate "C"), '. ', '') in ('mme', 'mlle', 'madame', 'mademoiselle') then 'F'
  else ''
end`

/** A telephone's digits, empty where it is none: what `telephone_plie` says, by one look at most of them. */
const TELEPHONE = sql`case
  when coalesce(phone, '') = '' then ''
  when length(phone) = 10 and left(phone, 1) = '0' and translate(phone, '0123456789', '') = '' then phone
  when translate(phone, '0123456789+ .-/()\u00a0\u202f', '') = '' then coalesce(
    '0' || substring(translate(phone, ' .-/()\u00a0\u202f', '') from '^(?:0|33|(?:\\+|00)330?)?([1-9][0-9]{8})$'),
    telephone_plie(left(phone, 100))
  )
  else telephone_plie(left(phone, 100))
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
      contact_id, replace(noms, ' ', '') collate "C" as nom, noms, mots, replace(mots, ' ', '') collate "C" as prenom,
      left(mots, 1) collate "C" as initiale, zip,
      case when boite_factice then '' else email end as email,
      case when ligne_factice then '' else telephone end as telephone,
      concat(case when boite_factice then email end, case when ligne_factice then telephone end) as factice,
      naissance, sexe, societe, raison_sociale
    from (
      select
        contact_id collate "C" as contact_id,
        noms collate "C" as noms,
        mots collate "C" as mots,
        case when ${CODE_POSTAL_FACTICE} then '' else code_postal end collate "C" as zip,
        email collate "C" as email,
        email <> '' and ${boiteFactice(domaines)} as boite_factice,
        telephone collate "C" as telephone,
        telephone <> '' and ${TELEPHONE_FACTICE} as ligne_factice,
        naissance collate "C" as naissance,
        sexe,
        societe,
        replace(raison_sociale, ' ', '') collate "C" as raison_sociale
    from (
      select
        contact_id,
        cle_nom(lastname) as noms,
        coalesce(mots, '') as mots,
        cle_code_postal(zip) as code_postal,
        cle_email(email) as email,
        ${TELEPHONE} as telephone,
        cle_naissance(birthdate) as naissance,
        ${SEXE} as sexe,
        coalesce(is_company, false) as societe,
        case when is_company or coalesce(firstname, '') = '' then cle_societe(lastname) else '' end as raison_sociale
      from donateurs
      left join (select firstname, cle_nom(firstname) as mots from donateurs group by firstname) as prenoms
        using (firstname)
      where lastname <> ''
      offset 0
    ) as lues
    where noms <> ''
    offset 0
    ) as pliees`.execute(tx)
  await sql`analyze fiches_pliees`.execute(tx)
}
