import { Link } from '@remix-run/react'
import type { ArreteVerifie } from '#contract/arretes'
import type { DashboardStats } from '#contract/dashboard'
import { citer, formatDifference, formatInstant } from '#figures/format'
import { centsOf } from '#figures/ratios'
import { history } from '../../tables/links'
import { Alert } from '../../ui/alert'
import { showSigned } from '../../ui/table'
import { Unlisted } from '../../ui/unlisted'

/** Query parameters kept when another year is chosen. */
export const keptOf = ({ publication }: ArreteVerifie) => ({ arrete: String(publication) })

interface Props {
  arrete: ArreteVerifie
  annee: number
  then: DashboardStats
  now: DashboardStats
}

/** How the year's key figures have changed since, in words. */
function driftOf(annee: number, then: DashboardStats, now: DashboardStats): string {
  const euros = (centsOf(now.montant_total) - centsOf(then.montant_total)) / 100
  const parts = [
    ['donateurs', now.total_donateurs - then.total_donateurs, formatDifference],
    ['donations', now.total_donations - then.total_donations, formatDifference],
    ['montant', euros, (value: number) => showSigned(value, 'montant')],
  ] as const
  const changed = parts.filter(([, value]) => value !== 0)
  if (changed.length === 0) return `Ceux de ${annee} n’ont pas changé depuis.`
  const told = changed.map(([name, value, format]) => `${name} ${format(value)}`)
  return `Depuis, en ${annee}\u00A0: ${told.join(', ')}.`
}

/** Banner: the figures are those of an arrêté, whether the seal still matches, and where to see changes. */
export function ArreteBanner({ arrete, annee, then, now }: Props) {
  const { nom, par, publie_le, arrete_le, evenement, intact, publication } = arrete
  return (
    <>
      {!intact && (
        <Alert tone="error" title="Ces chiffres ont été modifiés">
          <p>
            Ils ne correspondent plus à leur sceau, inscrit au journal sous le n°&nbsp;{evenement}
            &nbsp;: ne vous y fiez pas. Restaurez une sauvegarde, et lancez «&nbsp;npm run
            audit&nbsp;».
          </p>
        </Alert>
      )}
      <Alert tone="information" title={`Arrêté ${citer(nom)}`}>
        <p>
          Ces chiffres sont ceux qui étaient publiés le {formatInstant(publie_le)}, arrêtés par{' '}
          {par} le {formatInstant(arrete_le)}. {driftOf(annee, then, now)}
        </p>
        <p>
          <Link to={history({ chiffre: 'montant-total', annee, de: publication })}>
            Ce qui a changé depuis
          </Link>
          {' · '}
          <Link to={`/dashboard?annee=${annee}`}>Chiffres d’aujourd’hui</Link>
          {' · '}
          <Link to="/dashboard/arretes">Tous les arrêtés</Link>
        </p>
        <Unlisted>
          Ces nombres n’ont pas de liste&nbsp;: les listes sont celles d’aujourd’hui.
        </Unlisted>
      </Alert>
    </>
  )
}
