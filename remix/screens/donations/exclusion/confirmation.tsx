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
        ? 'Tous les écrans en tiendront compte aussitôt, le don médian et la concentration au calcul qui suit.'
        : `Un import récent concerne ${recent}\u00A0: les écrans en tiendront compte après le prochain rafraîchissement.`}
    </p>
  )
}
