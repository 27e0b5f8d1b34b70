import { sql } from 'kysely'
import type { Regle } from './regle'

/** T3: a first name of four or more letters without a vowel, or five consecutive consonants in both names. */
export const nomIllisible: Regle = {
  code: 'T3',
  libelle: 'Nom illisible',
  points: '20',
  // Keyed by the MD5 of the name, as since the first decisions, whose reasons thus stay valid.
  trouver: (_tx, cle) => sql`
    select
      contact_id,
      ${cle(sql`md5(concat_ws(' ', prenom, nom))`)} as cle,
      20 as points,
      jsonb_build_object('genre', case when prenom ~ '^[b-df-hj-np-tv-xz]{4,}$' then 'prenom' else 'consonnes' end) as faits
    from (
      select contact_id, plier_texte(left(firstname, 100)) as prenom, plier_texte(left(lastname, 100)) as nom
      from donateurs
      where firstname ~* '[^aeiouyà-ÿœæ -]{4}'
        and not coalesce(is_company, false)
      offset 0
    ) as noms
    where prenom ~ '^[b-df-hj-np-tv-xz]{4,}$'
      or prenom ~ '[b-df-hj-np-tv-xz]{5}' and nom ~ '[b-df-hj-np-tv-xz]{5}'`,
  phrase: ({ genre }) =>
    genre === 'prenom'
      ? 'Son prénom n’a aucune voyelle.'
      : 'Son prénom et son nom ont chacun cinq consonnes de suite.',
}
