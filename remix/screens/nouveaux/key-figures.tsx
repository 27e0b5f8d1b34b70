import type { NouveauxAnciens } from '#contract/nouveaux-anciens'
import { formatCount, formatDayMonth, formatPercent, MISSING } from '#figures/format'
import { evolutionOf, percentOf } from '#figures/ratios'
import { donors } from '../../tables/links'
import { Evolution } from '../../ui/change'
import { useComparison } from '../../ui/comparison'
import { CountKpi, Kpis } from '../../ui/kpi'

const KEY_FIGURES = [
  { label: 'Nouveaux Donateurs', ensemble: 'nouveaux', group: 'nouveaux' },
  { label: 'Anciens Donateurs', ensemble: 'anciens', group: 'anciens' },
  { label: 'Total', ensemble: 'actifs', group: 'general' },
] as const

type Props = { annee: number } & Pick<NouveauxAnciens, 'totaux' | 'a_date'>

/** The year's new, existing and all donors: their part, and how they compare with the year before. */
export function KeyFigures({ annee, totaux, a_date }: Props) {
  return (
    <Kpis>
      {KEY_FIGURES.map(({ label, ensemble, group }) => {
        const count = totaux[`total_${group}`]
        return (
          <CountKpi
            key={label}
            label={label}
            count={count}
            href={donors({ ensemble, annee })}
            detail={
              <>
                {formatPercent(percentOf(count, totaux.total_general))} du total
                <Compared
                  annee={annee}
                  count={count}
                  before={totaux[`total_${group}_precedente`]}
                  atDate={a_date && { ...a_date, value: a_date[`evolution_${group}`] }}
                />
              </>
            }
            definition="nouveaux-anciens"
          />
        )
      })}
    </Kpis>
  )
}

interface ComparedProps {
  annee: number
  count: number
  /** All of the year before. */
  before: number
  /** Of the running year. */
  atDate: { au: string; comparable: boolean; value: number | null } | null
}

/** A running year up to the same day, or beside all of the one before without a percentage; a closed one as a whole. */
function Compared({ annee, count, before, atDate }: ComparedProps) {
  const comparison = useComparison()
  if (comparison === 'aucune' || before === 0) return null
  if (!atDate)
    return (
      <span className="kpi-projection">
        <Evolution value={evolutionOf(count, before)} /> sur {annee - 1} ({formatCount(before)})
      </span>
    )
  if (comparison === 'annee')
    return (
      <span className="kpi-projection">
        {annee - 1} entière&nbsp;: {formatCount(before)}
      </span>
    )
  const { au, comparable, value } = atDate
  return (
    <span className="kpi-projection">
      {comparable ? (
        <>
          À date (au {formatDayMonth(au)})&nbsp;:{' '}
          {value === null ? MISSING : <Evolution value={value} />}
        </>
      ) : (
        'À date\u00A0: comparaison impossible'
      )}
    </span>
  )
}
