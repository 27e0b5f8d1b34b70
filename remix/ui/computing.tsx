import { Link, useLocation } from '@remix-run/react'
import type { Fraicheur } from '#contract/rafraichissement'
import { formatCount } from '#figures/format'
import { Alert } from './alert'
import { Progress } from './progress'

/** How far the running refresh is, in words; empty if none runs. */
export const progressOf = ({ avancement }: Fraicheur): string =>
  avancement === null
    ? ''
    : `${formatCount(avancement.completed_views)} sur ${formatCount(avancement.total_views)} étapes`

/** Why the last refresh failed, in its dialog. */
export function FailureLink({ id }: { id: string }) {
  const { pathname, search } = useLocation()
  const query = new URLSearchParams(search)
  query.set('rafraichissement', id)
  return <Link to={`${pathname}?${query}`}>Voir l’erreur</Link>
}

/** In place of figures that are being computed: how far that is, or that it failed. */
export function Computing({ fraicheur }: { fraicheur: Fraicheur }) {
  const { avancement, echec_id } = fraicheur
  if (avancement === null && echec_id !== null)
    return (
      <Alert tone="error" title="Le calcul a échoué">
        <p>
          Les données sont enregistrées, mais leurs chiffres n’ont pas pu être calculés. Le calcul
          recommencera de lui-même, ou tout de suite avec «&nbsp;Actualiser&nbsp;».{' '}
          <FailureLink id={echec_id} />
        </p>
      </Alert>
    )
  const { completed_views = 0, total_views = 0 } = avancement ?? {}
  return (
    <div className="computing">
      <p role="status">
        <strong>Calcul en cours</strong>
      </p>
      <p>
        Les données sont enregistrées, leurs chiffres se calculent&nbsp;: cette page se met à jour
        d’elle-même.
      </p>
      <Progress
        label={progressOf(fraicheur) || 'Le calcul commence dans quelques instants.'}
        percent={total_views > 0 ? (completed_views / total_views) * 100 : 0}
      />
    </div>
  )
}
