import { sql } from 'kysely'
import { formatCount, formatDay, formatMoney } from '#figures/format'
import { SEUILS } from '../seuils'
import { chiffresDe, CODES_POSTAUX, estFactice, PEUT_ETRE_FACTICE, TELEPHONES } from './factices'
import { grandsDons } from './grands-dons'
import type { Regle } from './regle'

/** Who says to be an estate, or its notary, gives once, much, and without an address. */
const SUCCESSION = sql`plier_texte(left(concat_ws(' ', lastname, firstname), 200)) ~ '\\m(succession|legs|hoirie|notaires?|etude)\\M'`

/** C1: a large gift from a contact without any coordinates. */
export const sansCoordonnees: Regle = {
  code: 'C1',
  libelle: 'Grand don sans coordonnées',
  points: '20',
  autres: ['un autre don', 'autres dons'],
  trouver: async (tx) => sql`
    select
      dons.contact_id,
      dons.id as cle,
      20 as points,
      jsonb_build_object('don', dons.id, 'le', order_date, 'montant', order_amount) as faits
    from ${await grandsDons(tx, sql`${SEUILS.grandDon}::numeric`)} as dons
    left join donateurs as fiches on fiches.contact_id = contact_brut
    where coalesce(email, '') = '' and coalesce(phone, '') = '' and coalesce(zip, '') = '' and coalesce(city, '') = ''
      and not ${SUCCESSION}`,
  phrase: ({ don, le, montant }) =>
    `Le don ${don} du ${formatDay(String(le))}, de ${formatMoney(Number(montant))}, est d’un contact sans adresse e-mail, téléphone ni adresse.`,
}

/** C2: a dummy postal code or phone; both weigh more. */
export const coordonneesFactices: Regle = {
  code: 'C2',
  libelle: 'Coordonnées factices',
  points: '20, 50 pour les deux',
  trouver: () => sql`
    select
      contact_id,
      champ as cle,
      case when 2 = count(*) over (partition by contact_id) then 50 else 20 end as points,
      jsonb_build_object('champ', champ) as faits
    from (
      select
        contact_id,
        unnest(array['Code postal', 'Téléphone']) as champ,
        unnest(array[
          case when zip = any(${CODES_POSTAUX}::text[]) then zip end,
          case when telephone = any(${TELEPHONES}::text[]) or telephone ~ '^0?(\\d)\\1{7,}$' then telephone end
        ]) as valeur
      from (
        select contact_id, zip, regexp_replace(regexp_replace(phone, '\\D', '', 'g'), '^(00)?33', '0') as telephone
        from donateurs
        where zip = any(${CODES_POSTAUX}::text[]) or ${PEUT_ETRE_FACTICE}
      ) as fiches
    ) as champs
    where valeur is not null`,
  phrase: ({ champ }, carte) => {
    const valeur = (champ === 'Code postal' ? carte?.zip : chiffresDe(carte?.phone)) ?? ''
    return estFactice(valeur) ? `${champ} factice\u00A0: ${valeur}.` : `${champ} factice.`
  },
}

/** C3: an e-mail address or phone shared by many contacts with different last names. */
export const coordonneesPartagees: Regle = {
  code: 'C3',
  libelle: 'Coordonnées partagées par des noms différents',
  points: '30 ou 50',
  trouver: () => sql`
    with coordonnees as not materialized (
      select *, hashtextextended(valeur, 0) as numero
      from (
        select contact_id, lower(lastname) as nom, lower(firstname) as prenom,
          unnest(array['adresse e-mail', 'numéro de téléphone']) as champ,
          unnest(array[lower(email), regexp_replace(phone, '\\D', '', 'g')]) as valeur
        from donateurs
      ) as champs
      where valeur <> ''
    ),
    communes as materialized (
      select contact_id, champ, valeur, nom, prenom
      from coordonnees
      where numero in (select numero from coordonnees group by numero having count(*) >= ${SEUILS.contactsPartages})
    ),
    partagees as materialized (
      select champ, valeur, count(*) as contacts,
        count(*) >= ${SEUILS.contactsTresPartages}
          or count(nullif(prenom, '')) = count(*) and min(prenom) = max(prenom) as beaucoup
      from communes
      group by champ, valeur
      having count(distinct nom) >= ${SEUILS.contactsPartages}
    )
    select
      contact_id,
      champ as cle,
      case when beaucoup then 50 else 30 end as points,
      jsonb_build_object('champ', champ, 'contacts', contacts) as faits
    from communes
    join partagees using (champ, valeur)`,
  phrase: ({ champ, contacts }) =>
    `Son ${champ} est aussi celui de ${formatCount(Number(contacts) - 1)} autres contacts, de noms différents.`.replace(
      'Son adresse e-mail est aussi celui',
      'Son adresse e-mail est aussi celle',
    ),
}
