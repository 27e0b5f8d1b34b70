import { sql } from 'kysely'
import { citer } from '#figures/format'
import { type Lexique, type Liste, LISTES } from '../listes/lexique'
import { lire, motsDe, type Termes, termes } from './pliures'
import type { Regle } from './regle'

/** What stands beside phrases of a list without making it a name. */
const AUTOUR: Partial<Record<Liste, keyof Lexique>> = {
  remplissage: 'autour du remplissage',
  specimens: 'autour des specimens',
  insultes: 'autour des insultes',
}

const SIENNES = ['insultes', 'personnages', 'specimens', 'remplissage', 'publicites'] as const

const readTermes = (lexique: Lexique): (readonly [Liste, Termes])[] =>
  SIENNES.map((liste) => {
    const autour = AUTOUR[liste]
    return [liste, termes(lexique[liste], autour && lexique[autour])]
  })

interface Trouvaille {
  liste: Liste
  dit: string
  points: 50 | 20
}

/** The phrase of some list that the name is, or that stands in it. */
function judgeName(
  card: Record<'firstname' | 'lastname', string | null>,
  lues: readonly (readonly [Liste, Termes])[],
): Trouvaille | null {
  const [first, last] = [motsDe(card.firstname), motsDe(card.lastname)]
  const found = lues.flatMap(([liste, of]): Trouvaille[] =>
    [lire([...first, ...last], of), lire([...last, ...first], of)].flatMap(({ dits, entier }) =>
      dits.length > 0 ? [{ liste, dit: dits.join(' '), points: entier ? 50 : 20 }] : [],
    ),
  )
  return found.find(({ points }) => points === 50) ?? found[0] ?? null
}

/** Judges names by these lists. */
export function createJugeExpressions(lexique: Lexique) {
  const lues = readTermes(lexique)
  return (card: Record<'firstname' | 'lastname', string | null>) => judgeName(card, lues)
}

const recherchesOf = (lexique: Lexique) => [
  ...new Set(
    SIENNES.flatMap((liste) =>
      lexique[liste].map((phrase) =>
        [...new Set(motsDe(phrase))].map((mot) => `'${mot}'`).join(' & '),
      ),
    ),
  ),
]

/** N6: the name is filler, a specimen, an insult, a figure of films or comics, or an advert. */
export const expression: Regle = {
  code: 'N6',
  libelle: 'Nom inventé, spécimen ou insulte',
  famille: 'identite',
  personnelle: true,
  points: '50 ou 20',
  trouver: async (tx, { cle, lexique }) => {
    const judge = createJugeExpressions(lexique)
    const { rows } = await sql<{
      firstname: string | null
      lastname: string | null
      contacts: string[]
    }>`
      select firstname, lastname, array_agg(contact_id) as contacts
      from (
        select contact_id, left(firstname, 100) as firstname, left(lastname, 100) as lastname
        from donateurs
        where not coalesce(is_company, false) and contact_id in (
          select contact_id
          from unnest(${recherchesOf(lexique)}::tsquery[]) as recherche
          join mots_contacts on mots @@ recherche
        )
      ) as fiches
      group by firstname, lastname`.execute(tx)
    const found = rows.flatMap(({ contacts, ...card }) => {
      const one = judge(card)
      return one ? [{ contacts, ...one }] : []
    })
    return sql`
      select contact_id, ${cle(sql`dit`)} as cle, points, jsonb_build_object('liste', liste, 'dit', dit, 'entier', (points = 50)::integer) as faits
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
        as trouvailles (contacts text[], liste text, dit text, points integer)
      cross join unnest(contacts) as contact_id`
  },
  phrase: ({ liste, dit, entier }) => {
    const of = LISTES[String(liste) as Liste]
    const said = citer(String(dit))
    return entier
      ? `Son nom n’est que ${said}, de la liste ${citer(of)}.`
      : `Dans son nom il y a ${said}, de la liste ${citer(of)}.`
  },
}
