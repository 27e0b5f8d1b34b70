import { sql } from 'kysely'
import { formatCount, formatDay, formatMoney } from '#figures/format'
import { SEUILS } from '../seuils'
import {
  chiffresDe,
  CODES_POSTAUX,
  EMAIL_FACTICE,
  estFactice,
  PEUT_ETRE_FACTICE,
  TELEPHONES,
} from './factices'
import { grandsDons } from './grands-dons'
import type { Regle } from './regle'

/** Who says to be an estate, or its notary, gives once, much, and without an address. */
const SUCCESSION = sql`plier_texte(left(concat_ws(' ', lastname, firstname), 200)) ~ '\\m(succession|legs|hoirie|notaires?|etude)\\M'`

const CASES = ['email', 'phone', 'zip', 'city'] as const

/** C1: a large gift from a contact without any coordinates. */
export const sansCoordonnees: Regle = {
  code: 'C1',
  libelle: 'Grand don sans coordonnées',
  famille: 'rythme',
  points: '20',
  autres: ['un autre don', 'autres dons'],
  trouver: async (tx, { surPapier }) => sql`
    with grands as materialized (
      select dons.contact_id, dons.id, order_date, order_amount, media,
        date_part('year', order_date)::smallint as annee
      from ${await grandsDons(tx, sql`${SEUILS.grandDon}::numeric`)} as dons
      left join donateurs as fiches on fiches.contact_id = contact_brut
      where not ${sql.join(
        CASES.map((champ) => sql`coalesce(${sql.ref(champ)}, '') <> ''`),
        sql` and not `,
      )}
        and not ${SUCCESSION} and not ${surPapier(sql`media`)}
    ),
    presences as materialized (
      select annee, media
      from donateurs_annees
      join donateurs using (contact_id)
      where cumul_nombre = 1 and (annee, coalesce(media, '')) in (select annee, coalesce(media, '') from grands)
      group by annee, media
      having avg(case when concat(${sql.join(CASES.map((champ) => sql.ref(champ)))}) <> '' then 1 else 0 end) >= ${SEUILS.partPresente}
    )
    select
      contact_id,
      id as cle,
      20 as points,
      jsonb_build_object('don', id, 'le', order_date, 'montant', order_amount) as faits
    from grands
    where (annee, coalesce(media, '')) in (select annee, coalesce(media, '') from presences)`,
  phrase: ({ don, le, montant }) =>
    `Le don ${don} du ${formatDay(String(le))}, de ${formatMoney(Number(montant))}, est d’un contact sans adresse e-mail, téléphone ni adresse.`,
}

/** C2: a dummy postal code, phone or e-mail address; two of them weigh more. */
export const coordonneesFactices: Regle = {
  code: 'C2',
  libelle: 'Coordonnées factices',
  famille: 'contact',
  points: '20, 50 pour deux',
  trouver: () => sql`
    select
      contact_id,
      champ as cle,
      case when count(*) over (partition by contact_id) >= 2 then 50 else 20 end as points,
      jsonb_build_object('champ', champ) as faits
    from (
      select
        contact_id,
        unnest(array['Code postal', 'Téléphone', 'Adresse e-mail']) as champ,
        unnest(array[
          case when zip = any(${CODES_POSTAUX}::text[]) then zip end,
          case when telephone = any(${TELEPHONES}::text[]) or telephone ~ '^0?(\\d)\\1{7,}$' then telephone end,
          case when ${EMAIL_FACTICE} then 'oui' end
        ]) as valeur
      from (
        select contact_id, zip, email, regexp_replace(regexp_replace(phone, '\\D', '', 'g'), '^(00)?33', '0') as telephone
        from donateurs
        where zip = any(${CODES_POSTAUX}::text[]) or ${PEUT_ETRE_FACTICE} or ${EMAIL_FACTICE}
      ) as fiches
    ) as champs
    where valeur is not null`,
  phrase: ({ champ }, carte) => {
    if (champ === 'Adresse e-mail')
      return carte?.email
        ? `Adresse e-mail factice\u00A0: ${carte.email}.`
        : 'Adresse e-mail factice.'
    const valeur = (champ === 'Code postal' ? carte?.zip : chiffresDe(carte?.phone)) ?? ''
    return estFactice(valeur) ? `${champ} factice\u00A0: ${valeur}.` : `${champ} factice.`
  },
}

/** A mailbox without what tells its messages apart: `+tag`, the dots of Gmail. */
const BOITE = sql`case
  when lower(email) ~ '@(gmail|googlemail)\\.com$'
    then replace(split_part(split_part(lower(email), '@', 1), '+', 1), '.', '') || '@gmail.com'
  else regexp_replace(lower(email), '\\+[^@]*@', '@')
end`

/** C3: a mailbox or phone of many contacts with different last names who live in different places. */
export const coordonneesPartagees: Regle = {
  code: 'C3',
  libelle: 'Coordonnées partagées par des noms différents',
  famille: 'contact',
  points: '30 ou 50',
  trouver: (_tx, { surPapier }) => sql`
    with coordonnees as not materialized (
      select *, hashtextextended(valeur, 0) as numero
      from (
        select contact_id, lower(lastname) as nom, coalesce(nullif(zip, ''), contact_id) as lieu,
          unnest(array['adresse e-mail', 'numéro de téléphone']) as champ,
          unnest(array[${BOITE}, regexp_replace(phone, '\\D', '', 'g')]) as valeur
        from donateurs
        where not (${EMAIL_FACTICE} and coalesce(phone, '') = '')
      ) as champs
      where valeur <> ''
    ),
    communes as materialized (
      select contact_id, champ, valeur, nom, lieu
      from coordonnees
      where numero in (select numero from coordonnees group by numero having count(*) >= ${SEUILS.contactsPartages})
    ),
    -- Who gives on paper alone gave their coordinates to nobody's form.
    papier as materialized (
      select contact_id
      from donateurs_annees
      where contact_id = any (array(select contact_id from communes))
      group by contact_id
      having bool_and(${surPapier(sql`media`)})
    ),
    partagees as materialized (
      select champ, valeur, count(*) as contacts
      from communes
      where contact_id not in (select contact_id from papier)
      group by champ, valeur
      having count(distinct nom) >= ${SEUILS.contactsPartages} and count(distinct lieu) >= ${SEUILS.contactsPartages}
    )
    select
      contact_id,
      champ as cle,
      case when contacts >= ${SEUILS.contactsTresPartages} then 50 else 30 end as points,
      jsonb_build_object('champ', champ, 'contacts', contacts) as faits
    from communes
    join partagees using (champ, valeur)
    where contact_id not in (select contact_id from papier)`,
  phrase: ({ champ, contacts }) =>
    `Son ${champ} est aussi celui de ${formatCount(Number(contacts) - 1)} autres contacts, de noms et de lieux différents.`.replace(
      'Son adresse e-mail est aussi celui',
      'Son adresse e-mail est aussi celle',
    ),
}
