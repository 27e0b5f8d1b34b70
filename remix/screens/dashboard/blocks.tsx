import type { ADate } from '#contract/a-date'
import type { StatsGraphiques, StatsMensuelles } from '#contract/dashboard'
import type { Suivi } from '#contract/objectifs'
import { capital, formatDayMonth, formatEuros, formatMoney, MONTH_NAMES } from '#figures/format'
import { useComparison } from '../../ui/comparison'
import { YearLink } from '../../ui/year-link'
import { AimLine } from './objectifs/objectif'
import { rangeOf } from './range'

interface AtDateProps {
  annee: number
  comparison: ADate | null
  mensuelles: StatsMensuelles
  prevision: StatsGraphiques['prevision']
}

/** The year at its day, and what it may come to: the beginning of the screen that has every year. */
export function AtDateBlock({ annee, comparison, mensuelles, prevision }: AtDateProps) {
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
      {running?.au && isCompared && <ThisMonth au={running.au} mensuelles={mensuelles} />}
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

/** What the month that is not over, or else the next one, brought in the years before: no promise, and said so. */
function ThisMonth({ au, mensuelles }: { au: string } & Pick<AtDateProps, 'mensuelles'>) {
  const [annee = 0, month = 0, day = 0] = au.split('-').map(Number)
  const isOver = day === new Date(Date.UTC(annee, month, 0)).getUTCDate()
  const asked = isOver ? month + 1 : month
  const years = Object.entries(mensuelles.donnees_par_annee).map(([year, rows]) => ({
    annee: Number(year),
    montant: rows.find(({ mois }) => mois === asked)?.montant_total ?? 0,
  }))
  const range = rangeOf(years.filter((year) => year.annee < annee))
  if (asked > 12 || range === null) return null
  const name = capital(MONTH_NAMES[asked - 1] ?? '')
  const now = years.find((year) => year.annee === annee)?.montant ?? 0
  return (
    <p>
      {name} entier a apporté {range}
      {!isOver && `\u202F; ${annee} en est à ${formatEuros(now)}`}.
    </p>
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
