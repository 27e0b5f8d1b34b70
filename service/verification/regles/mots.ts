import { sql } from 'kysely'
import { citer } from '#figures/format'
import type { Carte, Regle } from './regle'

/** Words typed when trying something out, with their points. Some are also people's names. */
const MOTS: Readonly<Record<string, number>> = {
  test: 50,
  essai: 50,
  azerty: 50,
  qwerty: 50,
  asdf: 50,
  fake: 50,
  faux: 50,
  xxx: 50,
  toto: 40,
  demo: 40,
  null: 40,
}
const EXPRESSION = 'carte bancaire'
const MOTS_DE_L_EXPRESSION = EXPRESSION.split(' ')

const CHAMPS: Readonly<Record<string, string>> = { nom: 'Son nom', email: 'Son adresse e-mail' }

const LONGUEUR = 100

/** The text examined by the query below. */
const texteDe = (champ: string, { firstname, lastname, email }: Carte): string =>
  champ === 'nom'
    ? [firstname, lastname].map((nom) => nom?.slice(0, LONGUEUR) ?? '').join(' ')
    : (email?.slice(0, LONGUEUR).split('@')[0] ?? '')

/** Test words in a field of a card, as whole words. */
function motsDe(champ: string, carte: Carte): string[] {
  const plain = texteDe(champ, carte).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const texte = ` ${plain.replace(/[^a-z0-9]+/g, ' ')} `
  return [...Object.keys(MOTS), EXPRESSION].filter((mot) => texte.includes(` ${mot} `))
}

const enumerer = new Intl.ListFormat('fr', { type: 'conjunction' })

/** T1: a test word, as a whole word of the name or before the @. The search index preselects candidates. */
export const motDeTest: Regle = {
  code: 'T1',
  libelle: 'Mot de test dans le nom ou l’adresse e-mail',
  points: '50 ou 40',
  trouver: (_tx, cle) => sql`
    with mots (mot, points) as (
      select * from jsonb_each_text(${JSON.stringify(MOTS)}::jsonb)
      union all
      values (${EXPRESSION}, '50')
    ),
    possibles as materialized (
      select contact_id
      from mots_contacts
      where mots @@ ${[...Object.keys(MOTS), `(${MOTS_DE_L_EXPRESSION.join(' & ')})`].join(' | ')}::tsquery
    ),
    fiches as materialized (
      select contact_id, firstname, lastname, email
      from donateurs
      where contact_id in (select contact_id from possibles)
    ),
    textes as (
      select contact_id, champ, ' ' || regexp_replace(plier_texte(texte), '[^a-z0-9]+', ' ', 'g') || ' ' as texte
      from fiches
      cross join lateral (
        values ('nom', concat_ws(' ', left(firstname, ${LONGUEUR}), left(lastname, ${LONGUEUR}))),
          ('email', split_part(left(email, ${LONGUEUR}), '@', 1))
      ) as champs (champ, texte)
    )
    select distinct on (contact_id, mot)
      contact_id, ${cle(sql`mot`)} as cle, points::integer as points, jsonb_build_object('champ', champ) as faits
    from textes
    join mots on strpos(texte, ' ' || mot || ' ') > 0
    order by contact_id, mot, champ desc`,
  phrase: ({ champ }, carte) => {
    const mots = carte ? motsDe(String(champ), carte).map(citer) : []
    const what =
      mots.length === 0
        ? 'un mot de test'
        : `${mots.length === 1 ? 'le mot' : 'les mots'} ${enumerer.format(mots)}`
    return `${CHAMPS[String(champ)]} contient ${what}.`
  },
}
