import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect'

/** So many gifts of so many media are seldom one person's. */
const DONS = 50
const MEDIAS = 10

/** Words by which people name what is nobody's. */
const MOTS = [
  'anonyme',
  'anonymes',
  'anonymous',
  'divers',
  'quete',
  'quetes',
  'tronc',
  'troncs',
  'especes',
  'inconnu',
]

/** Words beside them in a name; any other makes it a person's. */
const AUTOUR = [
  'don',
  'dons',
  'donateur',
  'donateurs',
  'contact',
  'de',
  'des',
  'du',
  'la',
  'le',
  'les',
  'en',
]

const oneOf = (words: readonly string[]) => sql.lit(`^\\W*((${words.join('|')})\\W*)*$`)

/** A name of such words alone, in one field or in both; or of one field that has such a word. */
const EST_COLLECTIF = sql`(
  plier_texte(concat_ws(' ', firstname, lastname)) ~ ${oneOf([...MOTS, ...AUTOUR])}
  or nullif(firstname, '') is null
)`

/** Finds the contacts that may stand for several givers; a « société anonyme » is one giver. */
export async function findCollectifs(tx: Db): Promise<void> {
  await sql`delete from collectifs_possibles`.execute(tx)
  await sql`
    insert into collectifs_possibles (contact_id, donations, montant, medias, par_nom)
    with nommes as materialized (
      select contact_id from mots_contacts where mots @@ ${MOTS.join(' | ')}::tsquery
    ),
    par_nom as materialized (
      select contact_id
      from donateurs
      where contact_id in (select contact_id from nommes) and is_company is not true and ${EST_COLLECTIF}
        and plier_texte(concat_ws(' ', firstname, lastname)) ~ ${sql.lit(`\\m(${MOTS.join('|')})\\M`)}
    ),
    possibles as materialized (
      select contact_id, nombre, montant
      from donateurs_carrieres
      where nombre >= ${DONS}
        or contact_id = any (array(select contact_id from par_nom))
    ),
    medias as (
      select contact_id, count(distinct media) as medias
      from (
        select contact_id, unnest(array_append(autres_medias, media)) as media
        from donateurs_annees
        where contact_id = any (array(select contact_id from possibles))
      ) as codes
      group by contact_id
    )
    select contact_id, nombre, montant, medias, nomme
    from possibles
    join medias using (contact_id)
    cross join lateral (
      select possibles.contact_id = any (array(select contact_id from par_nom)) as nomme
    ) as noms
    where nomme or nombre >= ${DONS} and medias >= ${MEDIAS}`.execute(tx)
}
