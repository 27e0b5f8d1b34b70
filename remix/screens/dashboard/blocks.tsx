import type { ADate } from '#contract/a-date'
import type { StatsGraphiques } from '#contract/dashboard'
import type { Suivi } from '#contract/objectifs'
import { formatDayMonth, formatEuros, formatMoney } from '#figures/format'
import { useComparison } from '../../ui/comparison'
import { YearLink } from '../../ui/year-link'
import { AimLine } from './objectifs/objectif'

interface AtDateProps {
  annee: number
  comparison: ADate | null
  prevision: StatsGraphiques['prevision']
}

/** The year at its day, and what it may come to: the beginning of the screen that has every year. */
export function AtDateBlock({ annee, comparison, prevision }: AtDateProps) {
  const isCompared = useComparison() !== 'aucune'
  const running = comparison?.en_cours ? comparison : null
  const [before, now] = running?.data.slice(-2) ?? []
  return (
    <section className="card block">
      <h2>À date</h2>
      {running && before && now && (
        <p>
          Au {formatDayMonth(running.au)}, {annee} a reçu {formatMoney(now.montant)}
          {isCompared && `, et ${before.annee} au même jour ${formatMoney(before.montant)}`}.
          {running.projection &&
            ` Projection\u00A0: ${formatEuros(running.projection.montant.valeur)} au 31 décembre.`}
        </p>
      )}
      {running?.sans_projection && (
        <p className="mention">
          {running.sans_projection}
          {prevision &&
            ` La prévision des graphiques n’en est pas une\u00A0: elle prolonge la droite de ${prevision.depuis} à ${prevision.jusqua}, sans rien savoir de ${annee}.`}
        </p>
      )}
      {!running && <p>L’année {annee} est finie.</p>}
      <p>
        Tout voir&nbsp;: <YearLink to="/dashboard/a-date">chaque année à date</YearLink>
      </p>
    </section>
  )
}

/** Where the year's aim stands. */
export function AimBlock({
  annee,
  aim,
  au,
}: {
  annee: number
  aim: Suivi | null
  au: string | null
}) {
  return (
    <section className="card block">
      <h2>Objectif</h2>
      {aim ? (
        <AimLine aim={aim} annee={annee} au={au} />
      ) : (
        <p>Aucun objectif n’est fixé pour {annee}.</p>
      )}
      <p>
        Tout voir&nbsp;: <YearLink to="/dashboard/objectifs">objectifs</YearLink>
      </p>
    </section>
  )
}
