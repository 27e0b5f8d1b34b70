import { Form, Link, useLocation } from '@remix-run/react'
import type { DonateurAVerifier } from '#contract/verification'
import { formatInstant } from '#figures/format'
import { nameOf } from '#files/colonnes'
import { ENSEMBLE_PATH, LEGITIME_PATH, reasonOf } from '../../../forms/operation'
import { DonorLink } from '../../../ui/donor-link'
import { ExclusionAction } from '../exclusion/action'
import { Reasons } from './reasons'

interface Row {
  donateur: DonateurAVerifier | undefined
}

/** Not decided yet. */
export const isOpen = ({ exclu, legitime }: DonateurAVerifier) => !exclu && !legitime

const ENSEMBLE = 'ensemble'

/** The name, with a checkbox to choose the donor. */
export function Donor({ donateur }: Row) {
  if (!donateur) return null
  const { contact_id } = donateur
  return (
    <span className="choice">
      {isOpen(donateur) && (
        <input
          type="checkbox"
          name="contact[]"
          value={contact_id}
          form={ENSEMBLE}
          aria-label={`Choisir le donateur ${contact_id}`}
        />
      )}
      <DonorLink contactId={contact_id}>{nameOf(donateur) ?? 'Sans nom'}</DonorLink>
    </span>
  )
}

export function Why({ donateur }: Row) {
  if (!donateur) return null
  const { legitime_le, legitime, exclu, collectif } = donateur
  return (
    <>
      <Reasons donateur={donateur} />
      {exclu && <p className="mention">Exclu.</p>}
      {collectif && <p className="mention">Contact collectif.</p>}
      {legitime_le !== null && (
        <p className="mention">
          Jugé légitime le {formatInstant(legitime_le)}
          {legitime ? '.' : '\u00A0; il y a une raison nouvelle depuis.'}
        </p>
      )}
    </>
  )
}

export function Decide({ donateur, evenementId }: Row & { evenementId: string }) {
  const { pathname, search } = useLocation()
  if (!donateur) return null
  const { contact_id, exclu, raisons, raisons_vues } = donateur
  const open = isOpen(donateur)
  const query = new URLSearchParams({ contact: contact_id, retour: pathname + search })
  return (
    <>
      <ExclusionAction
        contactId={contact_id}
        excluded={exclu}
        evenementId={evenementId}
        raison={reasonOf(raisons)}
        raisonsVues={open ? raisons_vues : undefined}
      />
      {open && (
        <Link
          className="button button-small button-outline"
          to={`${LEGITIME_PATH}?${query}`}
          aria-label={`Légitime\u00A0: le donateur ${contact_id}`}
        >
          Légitime
        </Link>
      )}
    </>
  )
}

/** Leads to the page showing what excluding the ticked donors would change. */
export function Together() {
  const { pathname, search } = useLocation()
  return (
    <Form id={ENSEMBLE} method="get" action={ENSEMBLE_PATH} className="fields">
      <input type="hidden" name="retour" value={pathname + search} />
      <button type="submit" className="button button-danger">
        Exclure les donateurs choisis…
      </button>
    </Form>
  )
}
