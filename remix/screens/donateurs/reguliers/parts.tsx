import { Link } from '@remix-run/react'
import type { Reguliers } from '#contract/reguliers'
import {
  formatCount,
  formatDay,
  formatDayMonth,
  formatEuros,
  formatMoney,
  formatPercent,
  plural,
} from '#figures/format'
import { sum } from '#figures/ratios'
import { donors, SERIES } from '../../../tables/links'
import { DataTable } from '../../../ui/data-table'
import { CountKpi, Kpi, Kpis } from '../../../ui/kpi'
import type { ShownTable } from '../../../ui/table'

/** What the screen says in words; `suivi` are the months that the longest series is known for. */
type Found = Omit<Reguliers, 'survie'> & { suivi: number; series: number }

const duree = ({ mediane, suivi, series }: Found): string => {
  if (series === 0) return '–'
  return mediane === null
    ? `plus de ${formatCount(suivi)}\u00A0mois`
    : `${formatCount(mediane)}\u00A0mois`
}

/** Key figures at the horizon. */
export function ChiffresReguliers({ found }: { found: Found }) {
  const { annees, rythmes, possibles, a_recevoir } = found
  const monthly = sum(rythmes.map(({ montant_mensuel }) => Math.round(montant_mensuel * 100))) / 100
  return (
    <Kpis>
      <CountKpi
        label="Donateurs réguliers actifs"
        count={annees.at(-1)?.actifs_fin ?? 0}
        href={donors({ ensemble: 'reguliers_actifs' })}
        detail={`au ${formatDay(found.horizon)}`}
        definition="reguliers-actifs"
      />
      <Kpi
        label="Valeur d’un mois"
        value={formatMoney(monthly)}
        detail="dernier montant de chaque série ÷ mois de son rythme"
        definition="reguliers"
      />
      {a_recevoir && (
        <Kpi
          label="Encore à recevoir d’ici fin décembre"
          value={formatEuros(a_recevoir.montant)}
          detail={`${formatEuros(a_recevoir.sans_arret)} sans aucun arrêt`}
          definition="reguliers-attendus"
        />
      )}
      <Kpi
        label="Durée médiane d’une série"
        value={duree(found)}
        detail={<Link to={SERIES}>{plural(found.series, 'série connue', 'séries connues')}</Link>}
        definition="reguliers-survie"
      />
      <CountKpi
        label="Séries possibles"
        count={possibles}
        href={donors({ ensemble: 'reguliers_possibles' })}
        detail="donateurs avec trois dons d’une série, qui ne compte nulle part ailleurs"
        definition="reguliers"
      />
    </Kpis>
  )
}

/** What is still to come, and how right the same was in past years. */
export function Attendus({ found, table }: { found: Found; table: ShownTable }) {
  const { a_recevoir, essais } = found
  const errors = essais.flatMap(({ erreur }) => (erreur === null ? [] : [Math.abs(erreur)]))
  return (
    <>
      {a_recevoir ? (
        <p>
          Après le {formatDay(a_recevoir.au)}, les séries actives devraient encore donner{' '}
          {formatMoney(a_recevoir.montant)}&nbsp;: {formatMoney(a_recevoir.sans_arret)} si aucune ne
          s’arrêtait, et {formatPercent(a_recevoir.arret_mensuel)} des donateurs réguliers se sont
          arrêtés chaque mois ces douze derniers mois.
        </p>
      ) : (
        <p>L’année est finie&nbsp;: il n’y a plus rien à attendre.</p>
      )}
      {errors.length > 0 && (
        <>
          <p>
            Au {formatDayMonth(found.horizon)} des années passées, la même méthode s’est trompée de{' '}
            {formatPercent(sum(errors) / errors.length)} en moyenne.
          </p>
          <DataTable folded table={table} />
        </>
      )}
      {errors.length === 0 && a_recevoir && (
        <p className="mention">
          La méthode s’éprouve au même jour des années passées&nbsp;: elle ne l’est pas encore.
        </p>
      )}
    </>
  )
}
