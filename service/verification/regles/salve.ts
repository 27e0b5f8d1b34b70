import { sql } from 'kysely'
import { citer, formatCount, formatDay, formatMoney } from '#figures/format'
import { SEUILS } from '../seuils'
import { type Carte, type Faits, type Regle, tousLesMots } from './regle'

/** All of them, in words. */
const ensemble = ({ le, du, montant, contacts, genre }: Faits, carte: Carte | null) => {
  const when =
    du === le
      ? `le ${formatDay(String(le))}`
      : `du ${formatDay(String(du))} au ${formatDay(String(le))}`
  const name = [carte?.firstname, carte?.lastname].filter(Boolean).join(' ')
  const same =
    genre === 'nom'
      ? `tous du même nom${name ? `, ${citer(name)}` : ''}`
      : `aux adresses e-mail pareilles, aux chiffres près${carte?.email ? `, à ${carte.email}` : ''}`
  return `${formatCount(Number(contacts))} contacts d’un seul don de ${formatMoney(Number(montant))} ${when}, ${same}`
}

/** An e-mail address without its digits and its tag. */
const MOTIF = sql`translate(regexp_replace(lower(left(email, 200)), '\\+[^@]*@', '@'), '0123456789', '')`
const NOM = sql`nullif(btrim(lower(concat_ws(' ', left(firstname, 100), left(lastname, 100)))), '')`

/**
 * B4: a burst of contacts of one gift each, of one amount within two days, whose e-mail addresses differ by digits alone or
 * whose names repeat. Namesakes are not: a name that others of the base bear more often is a usual one.
 */
export const salve: Regle = {
  code: 'B4',
  libelle: 'Salve de contacts d’un seul don',
  famille: 'rythme',
  points: '50',
  autres: ['une autre salve', 'autres salves'],
  vague: (faits) => ensemble(faits, null),
  trouver: (_tx, { surPapier }) => sql`
    with uniques as materialized (
      select contact_id, premier_jour as jour, montant, media
      from donateurs_annees
      where cumul_nombre = 1 and not ${surPapier(sql`media`)}
    ),
    jours as materialized (
      select jour, montant, count(*) as contacts from uniques group by jour, montant
    ),
    fenetres as materialized (
      select jour, montant
      from (
        select jour, montant, contacts,
          sum(contacts) over (partition by montant order by jour range between '1 day' preceding and current row) as avant
        from jours
      ) as comptes
      where avant >= ${SEUILS.contactsEnSalve}
    ),
    -- Two days at a time: a burst goes over midnight.
    possibles as materialized (
      select uniques.*, fenetres.jour as dernier
      from uniques
      join fenetres on fenetres.montant = uniques.montant and uniques.jour in (fenetres.jour, fenetres.jour - 1)
    ),
    fiches as materialized (
      select contact_id, ${MOTIF} as motif, ${NOM} as nom, email ~ '[0-9+].*@' as chiffre
      from donateurs
      where contact_id in (select contact_id from possibles)
    ),
    groupes as materialized (
      select genre, valeur, montant, dernier, count(*) as contacts, min(jour) as du, max(jour) as au,
        array_agg(contact_id) as membres
      from possibles
      join fiches using (contact_id)
      cross join lateral (
        values ('adresse', case when chiffre then motif end), ('nom', nom)
      ) as valeurs (genre, valeur)
      where valeur <> ''
      group by genre, valeur, montant, dernier
      having count(*) >= ${SEUILS.contactsEnSalve}
    ),
    noms as materialized (
      select distinct valeur, ${tousLesMots(sql`valeur`)}::tsquery as cherches
      from groupes
      where genre = 'nom'
    ),
    porteurs as materialized (
      select valeur, count(*) as porteurs
      from noms
      join mots_contacts on mots @@ cherches
      join donateurs using (contact_id)
      where ${NOM} = valeur
      group by valeur
    ),
    salves as (
      select groupes.*
      from groupes
      left join porteurs using (valeur)
      where genre = 'adresse' or contacts * 2 > porteurs
    )
    select distinct on (contact_id)
      contact_id,
      du || ' ' || montant as cle,
      50 as points,
      jsonb_build_object('le', au, 'du', du, 'montant', montant, 'contacts', contacts, 'genre', genre) as faits
    from salves
    cross join unnest(membres) as contact_id
    order by contact_id, contacts desc, au`,
  phrase: (faits, carte) => `L’un de ${ensemble(faits, carte)}.`,
}
