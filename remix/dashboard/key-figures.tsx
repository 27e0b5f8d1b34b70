import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { ADate } from '#contract/a-date'
import type { DashboardStats } from '#contract/dashboard'
import type { Chiffre } from '#contract/publications'
import { formatCount, formatDay, formatEuros, formatMoney, MISSING } from '#figures/format'
import { donors, gifts, history } from '../tables/links'
import { Evolution } from '../ui/change'
import { CountKpi, Kpi, Kpis } from '../ui/kpi'
import { YearLink } from '../ui/year-link'

interface Props {
  annee: number
  stats: DashboardStats
  running: ADate | null
  /** The publication shown, if not the current figures: no list matches its counts. */
  arrete: number | undefined
}

export function KeyFigures({ annee, stats, running, arrete }: Props) {
  const before = running?.data.at(-2)
  const day = before && arrete === undefined && { annee: before.annee, au: before.au }
  const now = (href: string) => (arrete === undefined ? href : undefined)
  const projection = arrete === undefined ? running?.projection : undefined
  const projected = (of: 'montant' | 'donations', format: (value: number) => string) =>
    projection && <Projected {...projection[of]} format={format} />
  const historyOf = (chiffre: Chiffre) => history({ chiffre, annee, de: arrete })
  return (
    <Kpis>
      <CountKpi
        label="Total Donateurs"
        count={stats.total_donateurs}
        href={now(donors({ ensemble: 'actifs', annee }))}
        definition="donateurs"
        history={historyOf('donateurs')}
        detail={atDateLine(
          running,
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
        detail={atDateLine(
          running,
          'donations',
          before && <Counted count={before.donations} href={day && gifts(day)} />,
          projected('donations', formatCount),
        )}
      />
      <Kpi
        label="Montant Total"
        value={formatMoney(stats.montant_total)}
        definition="montant-total"
        history={historyOf('montant-total')}
        detail={atDateLine(
          running,
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
        detail={atDateLine(running, 'don_moyen', before && formatMoney(before.don_moyen))}
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

/**
 * Detail line of a running year's figure: its change versus the previous year to date, and what it `was` then; nothing
 * for other years, or the first.
 */
function atDateLine(
  running: Props['running'],
  measure: keyof NonNullable<ADate['evolutions']>,
  was: ReactNode,
  projected?: ReactNode,
): ReactNode {
  const before = running?.data.at(-2)
  if (!running || !before) return undefined
  if (!running.comparable) return 'À date\u00A0: comparaison à date impossible'
  const value = running.evolutions?.[measure] ?? null
  return (
    <>
      À date&nbsp;: {value === null ? MISSING : <Evolution value={value} />}{' '}
      <span className="together">({was}</span> au {formatDay(before.au)}){projected}
    </>
  )
}
