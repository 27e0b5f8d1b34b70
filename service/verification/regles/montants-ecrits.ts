import { type RawBuilder, sql } from 'kysely'
import { formatCount, formatDay, formatMoney } from '#figures/format'
import { SEUILS } from '../seuils'
import { grandsDons } from './grands-dons'
import type { Regle } from './regle'

/** What the digits of an amount are, as the sentence has it. */
const CASES: Readonly<Record<string, string>> = {
  'code postal': 'son code postal',
  'date de naissance': 'sa date de naissance',
  téléphone: 'son numéro de téléphone',
  jour: 'le jour où il a été fait',
}

/** The digits of a day (`YYYY-MM-DD`) as people write it: the year first, or last with four or two digits. */
const ecritures = (jour: RawBuilder<unknown>) => sql`array[
  replace(${jour}, '-', ''),
  ltrim(substr(${jour}, 9, 2) || substr(${jour}, 6, 2) || left(${jour}, 4), '0'),
  ltrim(substr(${jour}, 9, 2) || substr(${jour}, 6, 2) || substr(${jour}, 3, 2), '0')
]`

/** A1: a large amount that is what the donor wrote in another cell, or the day on which it was typed. */
export const montantDeFiche: Regle = {
  code: 'A1',
  libelle: 'Montant recopié de la fiche',
  famille: 'montant',
  points: '50',
  // Servers that share the cards understand no lateral parts.
  trouver: async (tx) => sql`
    select contact_id, id as cle, 50 as points,
      jsonb_build_object('don', id, 'le', order_date, 'montant', order_amount, 'champ', champ) as faits
    from (
      select contact_id, id, order_date, order_amount, case
        when zip = lpad(chiffres, 5, '0') and order_amount % 500 <> 0 then 'code postal'
        when naissance <> '' and (chiffres = left(naissance, 4) or chiffres = any (${ecritures(sql`naissance`)}))
          then 'date de naissance'
        when length(chiffres) >= 9 and chiffres = right(regexp_replace(phone, '\\D', '', 'g'), length(chiffres)) then 'téléphone'
        when chiffres = any (${ecritures(sql`order_date::text`)}) then 'jour'
      end as champ
      from (
        select grands.contact_id, id, order_date, order_amount, zip, phone, cle_naissance(birthdate) as naissance,
          case when order_amount = trunc(order_amount) then trunc(order_amount)::text
            else replace(order_amount::numeric(20, 2)::text, '.', '') end as chiffres
        from ${await grandsDons(tx, sql`${SEUILS.grandDon}::numeric`)} as grands
        join donateurs as fiches on fiches.contact_id = contact_brut
      ) as lues
    ) as trouves
    where champ is not null`,
  phrase: ({ don, le, montant, champ }) =>
    `Le don ${don} du ${formatDay(String(le))}, de ${formatMoney(Number(montant))}, est ${CASES[String(champ)]}.`,
}

/** A2: donors of a single gift each, on one day through one media, whose amounts climb by one step that nobody would choose. */
export const montantsQuiMontent: Regle = {
  code: 'A2',
  libelle: 'Montants qui montent d’un pas',
  famille: 'montant',
  points: '30',
  trouver: (_tx, { surPapier }) => sql`
    with seuls as materialized (
      select contact_id, premier_jour as jour, media, montant
      from donateurs_annees
      where cumul_nombre = 1 and not ${surPapier(sql`media`)}
    ),
    montants as (
      select jour, media, montant, count(*) as dons,
        montant - lag(montant) over (partition by jour, media order by montant) as pas
      from seuls
      group by jour, media, montant
    ),
    suites as (
      select *, count(*) filter (where change) over (partition by jour, media order by montant) as suite
      from (
        select *, pas is distinct from lag(pas) over (partition by jour, media order by montant) as change
        from montants
      ) as pas
    ),
    montees as (
      select jour, media, min(montant) - max(pas) as de, max(montant) as a, max(pas) as pas, count(*) + 1 as montants
      from suites
      where pas is not null
      group by jour, media, suite
      having count(*) >= 3 and max(pas) % 5 <> 0
    ),
    -- On a day of many gifts amounts follow each other by chance.
    rares as (
      select montees.*
      from montees
      join (select jour, media, count(*) as dons from seuls group by jour, media) as jours using (jour, media)
      where montants * 4 >= dons
    )
    select contact_id, jour::text as cle, 30 as points,
      jsonb_build_object('le', jour, 'pas', pas, 'montants', montants) as faits
    from seuls
    join rares using (jour, media)
    where montant between de and a and (montant - de) % pas = 0`,
  phrase: ({ le, pas, montants }) =>
    `L’un de ${formatCount(Number(montants))} dons du ${formatDay(String(le))} qui montent de ${formatMoney(Number(pas))} en ${formatMoney(Number(pas))}.`,
}

/** A3: never more than a few cents. */
export const centimes: Regle = {
  code: 'A3',
  libelle: 'Rien que des centimes',
  famille: 'montant',
  points: '50',
  trouver: () => sql`
    with possibles as materialized (
      select contact_id, nombre, montant
      from donateurs_carrieres
      where nombre > 0 and montant <= ${SEUILS.rien}::numeric * nombre
    ),
    davantage as materialized (
      select contact_brut
      from dons_des_contacts
      where contact_brut = any (array(select contact_id from possibles)) and order_amount > ${SEUILS.rien}::numeric
    )
    select contact_id, 'centimes' as cle, 50 as points,
      jsonb_build_object('dons', nombre, 'montant', montant) as faits
    from possibles
    where contact_id not in (select contact_brut from davantage)`,
  phrase: ({ dons, montant }) =>
    Number(dons) === 1
      ? `Son seul don est de ${formatMoney(Number(montant))}.`
      : `Aucun de ses ${formatCount(Number(dons))} dons ne dépasse ${formatMoney(SEUILS.rien)}\u00A0: ${formatMoney(Number(montant))} en tout.`,
}
