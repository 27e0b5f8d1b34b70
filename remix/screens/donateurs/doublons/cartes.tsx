import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { Identite } from '#contract/identite'
import { formatDay, formatMoney, plural } from '#figures/format'
import { cardPath, DonorLink } from '../../../ui/donor-link'
import { compareFiches } from './differences'

/** A card with what it gave: a contact's own, or the one of several together. */
export interface Carte extends Identite {
  /** Whose it is; of several together nobody's. */
  contact_id?: string
  donations: number
  montant: number
  premier_don?: string | null
  dernier_don?: string | null
}

interface Props {
  cartes: readonly Carte[]
  label: string
  /** What stands over the card of several. */
  title?: string
  /** What else stands over a contact's. */
  about?: (contact: string) => ReactNode
}

/** Cards side by side, a line a field; what two of them say otherwise is marked. */
export function Cartes({ cartes, label, title, about }: Props) {
  const lines = compareFiches(cartes)
  const keyOf = ({ contact_id }: Carte) => contact_id ?? 'personne'
  return (
    <section className="table-scroll" aria-label={label} tabIndex={0}>
      <table className={cartes.length > 2 ? 'cartes cartes-many' : 'cartes'}>
        <thead>
          <tr>
            <td />
            {cartes.map((carte) => (
              <th key={keyOf(carte)} scope="col">
                {carte.contact_id === undefined ? (
                  title
                ) : (
                  <DonorLink contactId={carte.contact_id}>{carte.contact_id}</DonorLink>
                )}
                {carte.contact_id !== undefined && <> {about?.(carte.contact_id)}</>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ label: field, values, differs }) => (
            <tr key={field} className={differs ? 'differs' : undefined}>
              <th scope="row">
                {field}
                {differs && <span className="difference">différent</span>}
              </th>
              {cartes.map((carte, at) => (
                <td key={keyOf(carte)}>
                  {carte.contact_id === undefined ? (
                    <strong>{values[at] ?? '–'}</strong>
                  ) : (
                    (values[at] ?? '–')
                  )}
                </td>
              ))}
            </tr>
          ))}
          {lines.length === 0 && (
            <tr>
              <th scope="row">Fiche</th>
              {cartes.map((carte) => (
                <td key={keyOf(carte)}>aucune</td>
              ))}
            </tr>
          )}
          <tr>
            <th scope="row">Dons</th>
            {cartes.map((carte) => (
              <td key={keyOf(carte)}>
                <Dons carte={carte} />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </section>
  )
}

/** How much was given, and when. */
function Dons({ carte }: { carte: Carte }) {
  const { contact_id, donations, montant, premier_don, dernier_don } = carte
  const count = plural(donations, 'don')
  return (
    <>
      {contact_id === undefined ? (
        count
      ) : (
        <Link className="count" to={cardPath(contact_id)}>
          {count}
        </Link>
      )}
      , {formatMoney(montant)}
      {premier_don && dernier_don && (
        <span className="mention">
          {premier_don === dernier_don
            ? `le ${formatDay(premier_don)}`
            : `du ${formatDay(premier_don)} au ${formatDay(dernier_don)}`}
        </span>
      )}
    </>
  )
}
