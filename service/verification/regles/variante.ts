import { type RawBuilder, sql } from 'kysely'
import { CODES_POSTAUX, estVrai, FIN_DE_TELEPHONE } from './factices'
import type { Regle } from './regle'

const plier = (nom: RawBuilder<unknown>) => sql`plier_texte(left(${nom}, 100))`

/** Names long enough for a letter to be a slip. */
const LETTRES = 4

const FICHE = sql`
  contact_id, zip,
  nullif(lower(left(email, 200)), '') as email,
  ${FIN_DE_TELEPHONE} as telephone,
  nullif(lower(left(firstname, 100)), '') as prenom,
  nullif(lower(left(lastname, 100)), '') as nom`

/** Two cards with the same postal code, of which one name is the same and the other within a letter. */
const PROCHES = sql`
  exclus.zip = fiches.zip and fiches.zip <> all(${CODES_POSTAUX}::text[]) and fiches.zip <> ''
  and length(exclus.nom) >= ${LETTRES} and length(fiches.nom) >= ${LETTRES}
  and (exclus.prenom is null) = (fiches.prenom is null)
  and (${plier(sql`exclus.prenom`)} is not distinct from ${plier(sql`fiches.prenom`)}
      and a_une_lettre(${plier(sql`exclus.nom`)}, ${plier(sql`fiches.nom`)})
    or ${plier(sql`exclus.nom`)} = ${plier(sql`fiches.nom`)} and length(fiches.prenom) >= ${LETTRES}
      and a_une_lettre(${plier(sql`exclus.prenom`)}, ${plier(sql`fiches.prenom`)}))`

/** V1: the e-mail address, the phone or the name of a donor who was excluded before. */
export const variante: Regle = {
  code: 'V1',
  libelle: 'Variante d’un donateur exclu',
  famille: 'ressemblance',
  points: '50',
  trouver: () => sql`
    with exclus as materialized (
      select numero, ${FICHE} from donateurs join donateurs_exclus using (contact_id)
    ),
    fiches as not materialized (
      select ${FICHE} from donateurs
    ),
    paires as (
      select fiches.contact_id, exclus.contact_id as exclu, numero, 'adresse e-mail' as champ
      from fiches
      join exclus using (email)
      union all
      select fiches.contact_id, exclus.contact_id, numero, 'téléphone'
      from fiches
      join exclus using (telephone)
      where ${estVrai(sql`exclus.telephone`)}
      union all
      select fiches.contact_id, exclus.contact_id, numero, 'nom'
      from fiches
      join exclus on exclus.zip = fiches.zip and exclus.nom = fiches.nom
      where ${PROCHES}
      union all
      select fiches.contact_id, exclus.contact_id, numero, 'nom'
      from fiches
      join exclus on exclus.zip = fiches.zip and exclus.prenom = fiches.prenom
      where ${PROCHES}
    )
    select distinct on (contact_id, champ)
      paires.contact_id,
      champ as cle,
      50 as points,
      jsonb_build_object('champ', champ, 'exclu', exclu) as faits
    from paires
    left join donateurs_exclus as siens on siens.contact_id = paires.contact_id
    where exclu <> paires.contact_id and (siens.numero is null or siens.numero > paires.numero)
    order by contact_id, champ, paires.numero`,
  phrase: ({ champ, exclu }) =>
    champ === 'nom'
      ? `Son nom est, à une lettre près, celui du donateur ${exclu}, exclu, et leur code postal est le même.`
      : champ === 'téléphone'
        ? `Son téléphone est celui du donateur ${exclu}, exclu.`
        : `Son adresse e-mail est celle du donateur ${exclu}, exclu.`,
}
