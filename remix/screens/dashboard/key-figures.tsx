import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { ADate } from '#contract/a-date'
import type { DashboardStats } from '#contract/dashboard'
import type { Chiffre } from '#contract/publications'
import { formatCount, formatDay, formatEuros, formatMoney, MISSING } from '#figures/format'
import { donors, gifts, history } from '../../tables/links'
import { Evolution } from '../../ui/change'
import { useComparison } from '../../ui/comparison'
import { CountKpi, Kpi, Kpis } from '../../ui/kpi'
import { YearLink } from '../../ui/year-link'

interface Props {
  annee: number
  stats: DashboardStats
  /** The year at its date, or whole, beside the one before. */
  comparison: ADate | null
  /** The running year beside all of the one before, if that is chosen. */
  whole: ADate | null
  /** The publication shown, if not the current figures: no list matches its counts. */
  arrete: number | undefined
  /** The amount of the year, month after month. */
  curve: string
}

export function KeyFigures({ annee, stats, comparison, whole, arrete, curve }: Props) {
  const isCompared = useComparison() !== 'aucune'
  const before = (whole ?? comparison)?.data.at(-2)
  const changeLine = (
    measure: keyof NonNullable<ADate['evolutions']>,
    was: ReactNode,
    projected?: ReactNode,
  ) => {
    if (!isCompared) return projected
    return whole
      ? wasWhole(before?.annee, was, projected)
      : changeOf(comparison, measure, was, projected)
  }
  const day = before && arrete === undefined && { annee: before.annee, au: before.au }
  const now = (href: string) => (arrete === undefined ? href : undefined)
  const projection = arrete === undefined ? comparison?.projection : undefined
  const projected = (of: 'montant' | 'donations', format: (value: number) => string) =>
    projection && <Projected {...projection[of]} format={format} />
  const historyOf = (chiffre: Chiffre) => history({ chiffre, annee, de: arrete })
  return (
    <Kpis className="kpis-hero">
      <CountKpi
        label="Total Donateurs"
        count={stats.total_donateurs}
        href={now(donors({ ensemble: 'actifs', annee }))}
        definition="donateurs"
        history={historyOf('donateurs')}
        detail={changeLine(
          'donateurs',
          before && (
            <Counted
              count={before.donateurs}
              href={day && donors({ ensemble: 'actifs', ...day })}
            />
          ),
        )}
      />
      <CountKpi
        label="Total Donations"
        count={stats.total_donations}
        href={now(gifts({ annee }))}
        definition="donations"
        history={historyOf('donations')}
        detail={changeLine(
          'donations',
          before && <Counted count={before.donations} href={day && gifts(day)} />,
          projected('donations', formatCount),
        )}
      />
      <Kpi
        label="Montant Total"
        value={formatMoney(stats.montant_total)}
        definition="montant-total"
        curve={curve}
        history={historyOf('montant-total')}
        detail={changeLine(
          'montant',
          before && formatMoney(before.montant),
          projected('montant', formatEuros),
        )}
      />
      <Kpi
        label="Don Moyen"
        value={formatMoney(stats.montant_moyen)}
        definition="don-moyen"
        history={historyOf('don-moyen')}
        detail={changeLine('don_moyen', before && formatMoney(before.don_moyen))}
      />
    </Kpis>
  )
}

/** A count linking to its list, if not zero. */
function Counted({ count, href }: { count: number; href: string | false | undefined }) {
  if (count === 0 || !href) return formatCount(count)
  return (
    <Link className="count" to={href}>
      {formatCount(count)}
    </Link>
  )
}

/** What the running year may come to by its end, which leads to how that is known. */
function Projected({
  valeur,
  bas,
  haut,
  format,
}: NonNullable<ADate['projection']>['montant'] & { format: (value: number) => string }) {
  return (
    <span className="kpi-projection">
      <YearLink to="/dashboard/a-date">Projection</YearLink>&nbsp;: {format(valeur)} ({format(bas)}{' '}
      à {format(haut)})
    </span>
  )
}

/** What the running year is compared with, whole: there is no percentage of a year that is not over. */
const wasWhole = (annee: number | undefined, was: ReactNode, projected: ReactNode) =>
  annee === undefined ? (
    projected
  ) : (
    <>
      {annee} entière&nbsp;: {was}
      {projected}
    </>
  )

/**
 * Detail line of a figure: the running year's change to date, or a closed one's as a whole, and what the figure `was` the
 * year before; nothing for the first year, or one that the data do not reach the end of.
 */
function changeOf(
  comparison: Props['comparison'],
  measure: keyof NonNullable<ADate['evolutions']>,
  was: ReactNode,
  projected?: ReactNode,
): ReactNode {
  const before = comparison?.data.at(-2)
  if (!comparison || !before) return undefined
  const value = comparison.evolutions?.[measure] ?? null
  if (!comparison.en_cours)
    return value === null ? undefined : (
      <>
        <Evolution value={value} /> sur {before.annee} ({was})
      </>
    )
  if (!comparison.comparable) return 'À date\u00A0: comparaison à date impossible'
  return (
    <>
      À date&nbsp;: {value === null ? MISSING : <Evolution value={value} />}{' '}
      <span className="together">({was}</span> au {formatDay(before.au)}){projected}
    </>
  )
}
