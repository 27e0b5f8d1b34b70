import { sql } from 'kysely'
import { formatCount, formatDay, formatMoney } from '#figures/format'
import { SEUILS } from '../seuils'
import type { Regle } from './regle'

/** C1: a large gift from a contact without any coordinates. */
export const sansCoordonnees: Regle = {
  code: 'C1',
  libelle: 'Grand don sans coordonnées',
  points: '20',
  autres: ['un autre don', 'autres dons'],
  trouver: () => sql`
    select
      dons.contact_id,
      dons.id as cle,
      20 as points,
      jsonb_build_object('don', dons.id, 'le', order_date, 'montant', order_amount) as faits
    from tous_les_dons as dons
    left join donateurs as fiches on fiches.contact_id = contact_brut
    where order_amount >= ${SEUILS.grandDon}
      and coalesce(email, '') = '' and coalesce(phone, '') = '' and coalesce(zip, '') = '' and coalesce(city, '') = ''`,
  phrase: ({ don, le, montant }) =>
    `Le don ${don} du ${formatDay(String(le))}, de ${formatMoney(Number(montant))}, est d’un contact sans adresse e-mail, téléphone ni adresse.`,
}

export const CODES_POSTAUX = ['00000', '11111', '12345', '99999']
export const TELEPHONES = [
  '0606060606',
  '0102030405',
  '0600000000',
  '0612345678',
  '0123456789',
  '1234567890',
]

/** Separators found in nearly every phone number. */
const SIGNES = ' .-/()+\u00A0\u202F'
const CHIFFRES = '0123456789'
const FINS = [...TELEPHONES, ...CHIFFRES.split('').map((chiffre) => chiffre.repeat(8))].map(
  (telephone) => telephone.slice(-8),
)

/**
 * A cheap prefilter that every dummy phone passes and nearly no other: a regexp per phone would take seconds. Phones
 * with other characters pass too.
 */
const PEUT_ETRE_FACTICE = sql`(
  right(translate(phone, ${SIGNES}, ''), 8) = any(${FINS}::text[])
  or translate(phone, ${CHIFFRES + SIGNES}, '') <> ''
)`

/** Normalises a phone like the query below. */
const chiffresDe = (phone: string | null | undefined) =>
  phone?.replace(/\D/g, '').replace(/^(00)?33/, '0')

const estFactice = (valeur: string) =>
  CODES_POSTAUX.includes(valeur) || TELEPHONES.includes(valeur) || /^0?(\d)\1{7,}$/.test(valeur)

/** C2: a dummy postal code or phone. */
export const coordonneesFactices: Regle = {
  code: 'C2',
  libelle: 'Coordonnées factices',
  points: '20',
  trouver: () => sql`
    select contact_id, champ as cle, 20 as points, jsonb_build_object('champ', champ) as faits
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
  points: '20',
  trouver: () => sql`
    with coordonnees as not materialized (
      select contact_id, 'adresse e-mail' as champ, lower(email) as valeur, lower(lastname) as nom
      from donateurs
      where email <> ''
      union all
      select contact_id, 'numéro de téléphone', regexp_replace(phone, '\\D', '', 'g'), lower(lastname)
      from donateurs
      where phone <> ''
    ),
    partagees as materialized (
      select champ, valeur, count(*) as contacts
      from coordonnees
      where valeur <> ''
      group by champ, valeur
      having count(*) >= ${SEUILS.contactsPartages} and count(distinct nom) >= ${SEUILS.contactsPartages}
    )
    select contact_id, champ as cle, 20 as points, jsonb_build_object('champ', champ, 'contacts', contacts) as faits
    from coordonnees
    join partagees using (champ, valeur)`,
  phrase: ({ champ, contacts }) =>
    `Son ${champ} est aussi celui de ${formatCount(Number(contacts) - 1)} autres contacts, de noms différents.`.replace(
      'Son adresse e-mail est aussi celui',
      'Son adresse e-mail est aussi celle',
    ),
}
