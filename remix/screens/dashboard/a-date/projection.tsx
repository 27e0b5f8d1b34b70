import type { ADate } from '#contract/a-date'
import { formatCount, formatDayMonth, formatEuros, formatShortPercent } from '#figures/format'
import { Kpi, Kpis } from '../../../ui/kpi'

/** The year's projection with its interval in words, or why there is none. */
export function Projection({ annee, comparison }: { annee: number; comparison: ADate }) {
  const { projection, sans_projection, au } = comparison
  if (!projection) return <p>{sans_projection}</p>
  const { montant, donations, annees } = projection
  const [first, last] = [annees[0], annees.at(-1)]
  return (
    <>
      <Kpis>
        <Kpi
          label={`Montant projeté ${annee}`}
          value={formatEuros(montant.valeur)}
          detail={`quatre fois sur cinq entre ${formatEuros(montant.bas)} et ${formatEuros(montant.haut)}`}
          definition="projection"
        />
        <Kpi
          label={`Dons projetés ${annee}`}
          value={formatCount(donations.valeur)}
          detail={`quatre fois sur cinq entre ${formatCount(donations.bas)} et ${formatCount(donations.haut)}`}
          definition="projection"
        />
      </Kpis>
      <p className="mention">
        Ce que l’année atteindrait au 31 décembre si elle grandissait après le {formatDayMonth(au)}{' '}
        comme {annees.length} années complètes l’ont fait, de {first} à {last}.
      </p>
    </>
  )
}

/** The method's past error, in words. */
export function Reliability({ fiabilite }: { fiabilite: NonNullable<ADate['fiabilite']> }) {
  const { erreur_moyenne, dans_intervalle, annees } = fiabilite
  return (
    <p>
      Erreur moyenne à cette date&nbsp;: {formatShortPercent(erreur_moyenne)}
      {'\u202F'}; l’intervalle contenait le résultat {dans_intervalle} fois sur {annees}.
    </p>
  )
}
