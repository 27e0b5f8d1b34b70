import { Form, Link, useLocation } from '@remix-run/react'
import type { GroupeDoublon } from '#contract/doublons'
import { formatDay, formatMoney, plural } from '#figures/format'
import { nameOf } from '#files/colonnes'
import { DISTINCTS_PATH } from '../../../tables/links'
import { Bounded } from '../../../ui/bounded'
import { cardPath, DonorLink } from '../../../ui/donor-link'
import { Fold } from '../../../ui/fold'
import { useElementId } from '../../../ui/id'
import { FUSION_PATH, writeGroup } from '../fusion/asked'
import { compareFiches } from './differences'

/** Id of the form that the boxes belong to. */
export const ENSEMBLE = 'ensemble'

/** A group as forms and addresses name it. */
export const keyOf = ({ principal_propose: principal, contacts }: GroupeDoublon) =>
  writeGroup({
    principal,
    contacts: contacts.flatMap(({ contact_id }) => (contact_id === principal ? [] : [contact_id])),
  })

interface Props {
  groupe: GroupeDoublon
  /** Its cards are in view at once. */
  open: boolean
}

/** Contacts who may be one person: why, why not, and their cards side by side, of which one is chosen to be the principal. */
export function Groupe({ groupe, open }: Props) {
  const { pathname, search } = useLocation()
  const id = useElementId()
  const { contacts, raisons, contre, sur, effet } = groupe
  const names = contacts.map(({ contact_id }) => contact_id).join(', ')
  const shown = contacts.length > 3 ? plural(contacts.length, 'contact') : names
  const different = contacts.length > 2 ? 'Personnes différentes' : 'Deux personnes'
  const apart = `${DISTINCTS_PATH}?${new URLSearchParams({ groupe: keyOf(groupe), retour: pathname + search })}`
  return (
    <article className="doublon card" aria-labelledby={id}>
      <header>
        <h3 id={id}>
          <label className="choice">
            <input type="checkbox" name="groupe" value={keyOf(groupe)} form={ENSEMBLE} />
            <Bounded longest={40}>{(contacts[0] && nameOf(contacts[0])) ?? 'Sans nom'}</Bounded>
            <span className="visually-hidden">&nbsp;: choisir {names}</span>
          </label>
        </h3>
        <span className={`badge badge-${sur ? 'success' : 'warning'}`}>
          {sur ? 'SÛR' : 'À REGARDER'}
        </span>
        <p className="mention">
          {formatMoney(groupe.montant)} en tout&nbsp;;{' '}
          {effet.donateurs === 0
            ? 'aucun donateur de moins'
            : plural(effet.donateurs, 'donateur de moins', 'donateurs de moins')}
        </p>
      </header>
      <Fold title={`Pourquoi, et les fiches\u00A0: ${shown}`} open={open}>
        <ul className="reasons">
          {raisons.map((raison) => (
            <li key={raison}>{raison}</li>
          ))}
          {contre.map((phrase) => (
            <li key={phrase} className="against">
              <strong>Contre&nbsp;:</strong> {phrase}
            </li>
          ))}
        </ul>
        <Form method="get" action={FUSION_PATH}>
          {contacts.map(({ contact_id }) => (
            <input key={contact_id} type="hidden" name="contact" value={contact_id} />
          ))}
          <input type="hidden" name="retour" value={pathname + search} />
          <Cartes groupe={groupe} label={`Fiches\u00A0: ${names}`} choice />
          <p className="fields">
            <button
              type="submit"
              className="button button-small"
              aria-label={`Même personne\u00A0: ${names}`}
            >
              Même personne…
            </button>
            <Link
              className="button button-small button-outline"
              to={apart}
              aria-label={`${different}\u00A0: ${names}`}
            >
              {different}…
            </Link>
          </p>
        </Form>
      </Fold>
    </article>
  )
}

/** The cards side by side, a line a field; what two of them say otherwise is marked. */
export function Cartes({
  groupe,
  label,
  choice = false,
}: {
  groupe: GroupeDoublon
  label: string
  /** The principal is chosen among them. */
  choice?: boolean
}) {
  const { contacts, principal_propose } = groupe
  return (
    <section className="table-scroll" aria-label={label} tabIndex={0}>
      <table className={contacts.length > 2 ? 'cartes cartes-many' : 'cartes'}>
        <thead>
          <tr>
            <td />
            {contacts.map(({ contact_id, exclu }) => (
              <th key={contact_id} scope="col">
                <DonorLink contactId={contact_id}>{contact_id}</DonorLink>
                {choice ? (
                  <label className="mention choice">
                    <input
                      type="radio"
                      name="principal"
                      value={contact_id}
                      defaultChecked={contact_id === principal_propose}
                    />
                    principal<span className="visually-hidden">&nbsp;: {contact_id}</span>
                  </label>
                ) : (
                  contact_id === principal_propose && (
                    <span className="mention">principal proposé</span>
                  )
                )}
                {exclu && <span className="badge badge-error">EXCLU</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {compareFiches(contacts).map(({ label, values, differs }) => (
            <tr key={label} className={differs ? 'differs' : undefined}>
              <th scope="row">
                {label}
                {differs && <span className="difference">différent</span>}
              </th>
              {values.map((value, at) => (
                <td key={contacts[at]?.contact_id}>{value ?? '–'}</td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">Dons</th>
            {contacts.map(({ contact_id, donations, montant, premier_don, dernier_don }) => (
              <td key={contact_id}>
                <Link className="count" to={cardPath(contact_id)}>
                  {plural(donations, 'don')}
                </Link>
                , {formatMoney(montant)}
                {premier_don !== null && dernier_don !== null && (
                  <span className="mention">
                    {premier_don === dernier_don
                      ? `le ${formatDay(premier_don)}`
                      : `du ${formatDay(premier_don)} au ${formatDay(dernier_don)}`}
                  </span>
                )}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </section>
  )
}
