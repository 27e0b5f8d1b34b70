import { sql } from 'kysely'
import { citer } from '#figures/format'
import { createJuge, judgeCard, type Trouvaille } from './mots-de-test'
import type { Regle } from './regle'

const CHAMPS: Readonly<Record<string, string>> = { nom: 'Son nom', email: 'Son adresse e-mail' }

const enumerer = new Intl.ListFormat('fr', { type: 'conjunction' })

const LOCAL = sql`split_part(left(email, 100), '@', 1)`

interface Groupe {
  firstname: string | null
  lastname: string | null
  email: string
  contacts: string[]
}

/** One finding a word: the one that weighs more, that of the name first. */
const strongest = (found: readonly Trouvaille[]) =>
  found.filter(
    (one, at) =>
      !found.some(
        (other, place) =>
          other.extraits[0] === one.extraits[0] &&
          (other.points > one.points || (other.points === one.points && place < at)),
      ),
  )

/** T1: test words, expressions of forms and runs of the keyboard in a person's name, or before the @. */
export const motDeTest: Regle = {
  code: 'T1',
  libelle: 'Mot de test dans le nom ou l’adresse e-mail',
  famille: 'identite',
  personnelle: true,
  points: '50 ou 20',
  trouver: async (tx, { cle, lexique }) => {
    const juge = createJuge(lexique)
    // Asked one by one the index finds words; all at once, every card would be asked. Cards that say the same but for digits are judged once, however many they are.
    const { rows } = await sql<Groupe>`
      select firstname, lastname, email, array_agg(contact_id) as contacts
      from (
        select
          contact_id,
          regexp_replace(left(firstname, 100), '\\d+', '0', 'g') as firstname,
          regexp_replace(left(lastname, 100), '\\d+', '0', 'g') as lastname,
          regexp_replace(${LOCAL}, '\\d+', '0', 'g') as email
        from donateurs
        where not coalesce(is_company, false) and contact_id in (
          select contact_id
          from unnest(${juge.recherches}::tsquery[]) as recherche
          join mots_contacts on mots @@ recherche
        )
      ) as fiches
      group by firstname, lastname, email`.execute(tx)
    const found = rows.flatMap(({ contacts, ...card }) =>
      strongest(juge.judgeCard(card)).map(({ champ, forme, points, extraits }) => ({
        contacts,
        champ,
        forme,
        points,
        mot: extraits[0],
      })),
    )
    // Keyed by the first word, as since the first decisions, whose reasons thus stay valid.
    return sql`
      select contact_id, ${cle(sql`mot`)} as cle, points, jsonb_build_object('champ', champ, 'forme', forme) as faits
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
        as trouvailles (contacts text[], champ text, forme text, points integer, mot text)
      cross join unnest(contacts) as contact_id`
  },
  phrase: ({ champ, forme }, carte) => {
    const own = CHAMPS[String(champ)] ?? ''
    const found = carte && judgeCard(carte).find((one) => one.champ === champ)
    if (!found || (forme !== undefined && found.forme !== forme))
      return `${own} contient un mot de test.`
    const said = enumerer.format(found.extraits.map(citer))
    const several = found.extraits.length > 1
    switch (found.forme) {
      case 'mot':
        return `${own} contient ${several ? 'les mots' : 'le mot'} ${said}.`
      case 'mots':
        return `${own} n’est fait que ${several ? 'des mots' : 'du mot'} de test ${said}.`
      case 'expression':
        return `${own} est l’expression ${said}, qui n’est à personne.`
      case 'phrase':
        return `${own} est une phrase\u00A0: ${said}.`
      case 'chiffres':
        return `${own} contient ${said}\u00A0: un mot de test suivi de chiffres.`
      case 'lettres':
        return `${own} épelle un mot de test\u00A0: ${said}.`
      case 'repetee':
        return `${own} répète une lettre\u00A0: ${said}.`
      case 'clavier':
        return `${own} suit les touches du clavier\u00A0: ${said}.`
    }
  },
}
