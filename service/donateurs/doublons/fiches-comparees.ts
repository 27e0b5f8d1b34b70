import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect'
import { CODE_POSTAL_FACTICE, readDomainesFactices, TELEPHONE_FACTICE } from './factices'

/** The sex that a title tells, empty where it tells none. */
const SEXE = sql`case
  when translate(lower(civility collate "C"), '. ', '') in ('m', 'mr', 'monsieur') then 'M'
  when translate(lower(civility collate "C"), '. ', '') in ('mme', 'mlle', 'madame', 'mademoiselle') then 'F'
  else ''
end`

/** Digits of a number whose sign is in nearly every telephone: the full comparison is for what may be equal. */
const FIN_DE_NUMERO = sql`case
  when phone is null then ''
  when translate(phone, '0123456789 .-/()+', '') = '' then right(translate(phone, ' .-/()+', ''), 9)
  else right(telephone_plie(left(phone, 100)), 9)
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
      phone,
      ${FIN_DE_NUMERO} collate "C" as fin,
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
}

export const estFactice = TELEPHONE_FACTICE
