import { Link } from '@remix-run/react'
import { formatMoney, plural } from '#figures/format'

interface Effect {
  donations: number
  montant: number
  a_jour: boolean
}

interface Props {
  effet: Effect
  /** Who was affected by a recent import. */
  recent: string
  /** Where the gifts are listed, if in one place. */
  href?: string | undefined
}

/** What a decision would change, and when screens will show it. */
export function EffectSummary({ effet, recent, href }: Props) {
  const concerned = plural(effet.donations, 'don concerné', 'dons concernés')
  return (
    <p>
      {href === undefined || effet.donations === 0 ? (
        concerned
      ) : (
        <Link className="count" to={href}>
          {concerned}
        </Link>
      )}
      , pour {formatMoney(effet.montant)}.{' '}
      {effet.a_jour
        ? 'Tous les écrans le diront aussitôt.'
        : `Un import récent concerne ${recent}\u00A0: les écrans le diront après le prochain rafraîchissement.`}
    </p>
  )
}

/** Submit and cancel buttons. */
export function DecisionButtons({
  text,
  danger = false,
  retour,
  keep = 'Annuler',
}: {
  text: string
  danger?: boolean
  retour: string
  /** What not doing it is called. */
  keep?: string
}) {
  return (
    <div className="fields">
      <button type="submit" className={danger ? 'button button-danger' : 'button'}>
        {text}
      </button>
      <Link className="button button-outline" to={retour}>
        {keep}
      </Link>
    </div>
  )
}
