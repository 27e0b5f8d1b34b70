import { Link, useLocation } from '@remix-run/react'
import type { GroupeDoublon } from '#contract/doublons'
import { formatDay, formatMoney, plural } from '#figures/format'
import { nameOf } from '#files/colonnes'
import { FUSION_PATH, writeGroup } from '../groupes/asked'
import { DISTINCTS_PATH } from '../tables/links'
import { Bounded } from '../ui/bounded'
import { cardPath, DonorLink } from '../ui/donor-link'
import { useElementId } from '../ui/id'
import { compareFiches } from './differences'

/** Id of the form that the boxes belong to. */
export const ENSEMBLE = 'ensemble'

/** A group as forms and addresses name it. */
export const keyOf = ({ principal_propose: principal, contacts }: GroupeDoublon) =>
  writeGroup({
    principal,
    contacts: contacts.flatMap(({ contact_id }) => (contact_id === principal ? [] : [contact_id])),
  })

/** Contacts who may be one person: why, and their cards side by side. */
export function Groupe({ groupe }: { groupe: GroupeDoublon }) {
  const { pathname, search } = useLocation()
  const id = useElementId()
  const { contacts, raisons, contre, sur, effet } = groupe
  const names = contacts.map(({ contact_id }) => contact_id).join(', ')
  const different = contacts.length > 2 ? 'Personnes différentes' : 'Deux personnes'
  const to = (path: string) =>
    `${path}?${new URLSearchParams({ groupe: keyOf(groupe), retour: pathname + search })}`
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
      <Cartes groupe={groupe} label={`Fiches\u00A0: ${names}`} />
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
      <p className="fields">
        <Link
          className="button button-small"
          to={to(FUSION_PATH)}
          aria-label={`Même personne\u00A0: ${names}`}
        >
          Même personne
        </Link>
        <Link
          className="button button-small button-outline"
          to={to(DISTINCTS_PATH)}
          aria-label={`${different}\u00A0: ${names}`}
        >
          {different}
        </Link>
      </p>
    </article>
  )
}

/** The cards side by side, a line a field; what two of them say otherwise is marked. */
export function Cartes({ groupe, label }: { groupe: GroupeDoublon; label: string }) {
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
                {contact_id === principal_propose && (
                  <span className="mention">principal proposé</span>
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
