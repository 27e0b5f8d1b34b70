import { sql } from 'kysely'
import { PROCHES_AU_PLUS } from '#contract/recherche'
import type { Db } from '../../platform/database/connect'
import { NOM_MIN } from './words'

/** How many words may stand for one of the question, and how alike they are at least: shared trigrams of all. */
const MOTS_AU_PLUS = 8
const RESSEMBLANCE_MIN = 0.3

/** So many contacts are compared with the question, at most. */
const COMPARES = 300

/** Words of the question that are compared: the longest. */
const CHERCHES_AU_PLUS = 4

/**
 * The contacts whose names are nearest to a text that nobody bears: each of its words, or one like it. Bounded: a few
 * words of the names stand for each of the text, and a few hundred contacts are compared.
 */
export async function findNearest(tx: Db, q: string): Promise<string[]> {
  const { rows } = await sql<{ contact_id: string }>`
    with cherches as materialized (
      select mot, trigrammes(mot) as siens
      from unnest(tsvector_to_array(mots_contact(${q}))) as mot
      where length(mot) between ${NOM_MIN} and 40 and mot !~ '[@0-9]' and mot not in ('mme', 'mlle', 'monsieur', 'madame', 'mademoiselle')
      order by length(mot) desc
      limit ${CHERCHES_AU_PLUS}
    ),
    voisins as materialized (
      select cherches.mot as cherche, voisin.mot, ressemblance
      from cherches
      cross join lateral (
        select
          mot,
          communs::real / (cardinality(siens) + cardinality(trigrammes) - communs) as ressemblance
        from (
          select
            mots_noms.mot,
            trigrammes,
            (select count(*) from unnest(trigrammes) as trigramme where trigramme = any(siens)) as communs
          from mots_noms
          where trigrammes && siens and length(mots_noms.mot) between length(cherches.mot) - 3 and length(cherches.mot) + 3
        ) as possibles
        where communs::real / (cardinality(siens) + cardinality(trigrammes) - communs) >= ${RESSEMBLANCE_MIN}
        order by ressemblance desc, mot
        limit ${MOTS_AU_PLUS}
      ) as voisin
    ),
    ensemble as materialized (
      select string_agg(un, ' & ')::tsquery as tous, string_agg(un, ' | ')::tsquery as un_seul
      from (
        select '(' || string_agg('''' || replace(mot, '''', '''''') || '''', ' | ') || ')' as un
        from voisins
        group by cherche
      ) as groupes
    ),
    tous as materialized (
      select contact_id, mots from mots_contacts where mots @@ (select tous from ensemble) limit ${COMPARES}
    ),
    trouves as materialized (
      select contact_id, mots from tous
      union all
      (
        select contact_id, mots
        from mots_contacts
        where not exists (select from tous) and mots @@ (select un_seul from ensemble)
        limit ${COMPARES}
      )
    )
    select coalesce(contact_principal, contact_id) as contact_id
    from trouves
    left join groupes_contacts using (contact_id)
    cross join lateral (
      select coalesce(sum(meilleur), 0) as score
      from (
        select max(ressemblance) as meilleur
        from voisins
        where voisins.mot = any(tsvector_to_array(trouves.mots))
        group by cherche
      ) as mots
    ) as notes
    order by score desc, length(contact_id), contact_id
    limit ${PROCHES_AU_PLUS}`.execute(tx)
  return [...new Set(rows.map(({ contact_id }) => contact_id))]
}
