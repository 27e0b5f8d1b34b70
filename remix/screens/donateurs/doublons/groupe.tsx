import { Form, Link, useLocation } from '@remix-run/react'
import type { GroupeDoublon } from '#contract/doublons'
import { formatMoney, plural } from '#figures/format'
import { nameOf } from '#files/colonnes'
import { DISTINCTS_PATH } from '../../../tables/links'
import { Bounded } from '../../../ui/bounded'
import { Fold } from '../../../ui/fold'
import { useElementId } from '../../../ui/id'
import { FUSION_PATH, writeGroup } from '../fusion/asked'
import { Cartes } from './cartes'

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
          <CartesDuGroupe groupe={groupe} label={`Fiches\u00A0: ${names}`} choice />
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

/** The cards of a group side by side. */
export function CartesDuGroupe({
  groupe: { contacts, principal_propose },
  label,
  choice = false,
}: {
  groupe: GroupeDoublon
  label: string
  /** The principal is chosen among them. */
  choice?: boolean
}) {
  const excluded = new Set(contacts.filter(({ exclu }) => exclu).map((one) => one.contact_id))
  return (
    <Cartes
      cartes={contacts}
      label={label}
      about={(contact) => (
        <>
          {choice ? (
            <label className="mention choice">
              <input
                type="radio"
                name="principal"
                value={contact}
                defaultChecked={contact === principal_propose}
              />
              principal<span className="visually-hidden">&nbsp;: {contact}</span>
            </label>
          ) : (
            contact === principal_propose && <span className="mention">principal proposé</span>
          )}
          {excluded.has(contact) && <span className="badge badge-error">EXCLU</span>}
        </>
      )}
    />
  )
}
