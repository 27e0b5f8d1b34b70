import { Link } from '@remix-run/react'
import { formatMoney, plural } from '#figures/format'

interface Effect {
  donations: number
  montant: number
  a_jour: boolean
}

/** What a decision would change, and when the screens will say so; `recent` names whom a recent import changed. */
export function EffectSummary({ effet, recent }: { effet: Effect; recent: string }) {
  return (
    <p>
      {plural(effet.donations, 'don concerné', 'dons concernés')}, pour {formatMoney(effet.montant)}
      .{' '}
      {effet.a_jour
        ? 'Tous les écrans le diront aussitôt.'
        : `Un import récent concerne ${recent}\u00A0: les écrans le diront après le prochain rafraîchissement.`}
    </p>
  )
}

/** Decides, or leads back. */
export function DecisionButtons({
  text,
  danger = false,
  retour,
}: {
  text: string
  danger?: boolean
  retour: string
}) {
  return (
    <div className="fields">
      <button type="submit" className={danger ? 'button button-danger' : 'button'}>
        {text}
      </button>
      <Link className="button button-outline" to={retour}>
        Annuler
      </Link>
    </div>
  )
}
