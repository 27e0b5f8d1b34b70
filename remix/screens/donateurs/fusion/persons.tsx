import type { EffetGroupes } from '#contract/groupes'
import { DonorLink } from '../../../ui/donor-link'
import { compareFiches, lostOf } from '../doublons/differences'

/** The cards of each group side by side, with what the person will have, and what lists and files will no longer show. */
export const Persons = ({ effet }: { effet: EffetGroupes }) =>
  effet.personnes.map((personne) => (
    <Person key={personne.principal} personne={personne} membres={effet.membres} />
  ))

interface Props {
  personne: EffetGroupes['personnes'][number]
  membres: EffetGroupes['membres']
}

function Person({ personne, membres }: Props) {
  const { principal, contacts } = personne
  const cards = contacts.flatMap(
    (contact) => membres.find(({ contact_id }) => contact_id === contact) ?? [],
  )
  const lost = lostOf(cards, personne)
  const rows = contacts.filter((contact) => contact !== principal)
  const label = `Les fiches, et celle que la personne aura sous le numéro ${principal}`
  return (
    <section className="personne">
      <div className="table-scroll" role="region" aria-label={label} tabIndex={0}>
        <table className={cards.length > 1 ? 'cartes cartes-many' : 'cartes'}>
          <caption className="visually-hidden">{label}</caption>
          <thead>
            <tr>
              <td />
              <th scope="col">La personne aura</th>
              {cards.map(({ contact_id }) => (
                <th key={contact_id} scope="col">
                  <DonorLink contactId={contact_id}>{contact_id}</DonorLink>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {compareFiches([personne, ...cards]).map(({ label: field, values, differs }) => (
              <tr key={field} className={differs ? 'differs' : undefined}>
                <th scope="row">
                  {field}
                  {differs && <span className="difference">différent</span>}
                </th>
                {values.map((value, at) => (
                  <td key={contacts[at - 1] ?? 'personne'}>
                    {at > 0 ? (value ?? '–') : <strong>{value ?? '–'}</strong>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > 0 && (
        <p>
          Les listes, fichiers et sélections n’auront plus de ligne pour{' '}
          {rows.length === 1 ? `le contact ${rows[0]}` : `les contacts ${rows.join(', ')}`}
          {lost.length > 0 && (
            <>
              , ni {lost.map(([field, value]) => `${value} (${field.toLowerCase()})`).join(', ni ')}
            </>
          )}
          . La recherche trouve la personne par tout ce que disent ses fiches, et une séparation
          rend la sienne à chaque contact.
        </p>
      )}
    </section>
  )
}
