import { Link } from '@remix-run/react'
import type { EffetGroupes } from '#contract/groupes'
import { listWords } from '#figures/format'
import { sum } from '#figures/ratios'
import { nameOf } from '#files/colonnes'
import { Bounded } from '../../../ui/bounded'
import { type Carte, Cartes } from '../doublons/cartes'
import { compareFiches, lostOf } from '../doublons/differences'

type Personne = EffetGroupes['personnes'][number]
type Membre = EffetGroupes['membres'][number]

/** The cards of whom a person is, as they are and as one. */
function cardsOf({ contacts, ...fiche }: Personne, membres: readonly Membre[]) {
  const cartes = contacts.flatMap(
    (contact) => membres.find(({ contact_id }) => contact_id === contact) ?? [],
  )
  const reunie: Carte = {
    ...fiche,
    donations: sum(cartes.map(({ donations }) => donations)),
    montant: sum(cartes.map(({ montant }) => montant)),
  }
  return { cartes, reunie }
}

interface Props {
  effet: EffetGroupes
  /** Where this contact is chosen to be the principal of a group, in the place of this one. */
  principalPath: (principal: string, contact: string) => string
}

/** The cards of each group side by side, with what the person will have, and what lists and files will no longer show. */
export const Persons = ({ effet, principalPath }: Props) =>
  effet.personnes.map((personne) => (
    <Person
      key={personne.principal}
      personne={personne}
      membres={effet.membres}
      named={effet.personnes.length > 1}
      pathOf={(contact) => principalPath(personne.principal, contact)}
    />
  ))

function Person({
  personne,
  membres,
  named,
  pathOf,
}: {
  personne: Personne
  membres: readonly Membre[]
  /** It is one of several. */
  named: boolean
  pathOf: (contact: string) => string
}) {
  const { principal, contacts } = personne
  const { cartes, reunie } = cardsOf(personne, membres)
  // A number that has no card cannot stand for those that have one.
  const isShown = (carte: Carte) => compareFiches([carte]).length > 0
  const able = cartes.some(isShown) ? cartes.filter(isShown) : cartes
  const lost = lostOf(cartes, personne)
  const rows = contacts.filter((contact) => contact !== principal)
  return (
    <section className="personne">
      {named && (
        <h3>
          <Bounded longest={40}>{nameOf(personne) ?? 'Sans nom'}</Bounded>, sous le numéro{' '}
          {principal}
        </h3>
      )}
      <Cartes
        cartes={[reunie, ...cartes]}
        label={`Les fiches, et celle que la personne aura sous le numéro ${principal}`}
        title="La personne aura"
        about={(contact) =>
          contact === principal ? (
            <span className="mention">principal</span>
          ) : (
            able.some(({ contact_id }) => contact_id === contact) && (
              <Link className="mention" to={pathOf(contact)} preventScrollReset>
                en faire le principal<span className="visually-hidden">&nbsp;: {contact}</span>
              </Link>
            )
          )
        }
      />
      {rows.length > 0 && (
        <p>
          Les listes, fichiers et sélections n’auront plus de ligne pour{' '}
          {rows.length === 1 ? `le contact ${rows[0]}` : `les contacts ${listWords(rows)}`}.
          {lost.length > 0 &&
            ` Ils ne montreront plus\u00A0: ${lost.map(([field, values]) => `${field.toLowerCase()} ${listWords(values)}`).join('\u00A0; ')}.`}{' '}
          La recherche trouve la personne par tout ce que disent ses fiches, et une séparation rend
          la sienne à chaque contact.
        </p>
      )}
    </section>
  )
}

/** The card that a contact takes with it, beside those of the others and what they will have together. */
export function Parted({ contact, effet }: { contact: string; effet: EffetGroupes }) {
  const { personnes, membres } = effet
  const others = personnes.find(({ principal }) => principal !== contact)
  const own = membres.find(({ contact_id }) => contact_id === contact)
  if (!own || !others) return null
  const { cartes, reunie } = cardsOf(others, membres)
  return (
    <Cartes
      cartes={[own, ...(cartes.length > 1 ? [reunie] : []), ...cartes]}
      label="Les fiches de ceux qui se séparent"
      title={`Les autres auront, sous le numéro ${others.principal}`}
      about={(one) => one === contact && <span className="mention">se sépare</span>}
    />
  )
}
