import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { ADate } from '#contract/a-date'
import type { DashboardStats } from '#contract/dashboard'
import { formatCount, formatDay, formatEvolution, formatMoney, MISSING } from '#figures/format'
import { donors, gifts } from '../tables/links'
import { Change } from '../ui/change'
import { CountKpi, Kpi, Kpis } from '../ui/kpi'

interface Props {
  annee: number
  stats: DashboardStats
  running: ADate | null
}

export function KeyFigures({ annee, stats, running }: Props) {
  const before = running?.data.at(-2)
  const day = before && { annee: before.annee, au: before.au }
  return (
    <Kpis>
      <CountKpi
        label="Total Donateurs"
        count={stats.total_donateurs}
        href={donors({ ensemble: 'actifs', annee })}
        definition="donateurs"
        detail={atDateLine(
          running,
          'donateurs',
          day && <Counted count={before.donateurs} href={donors({ ensemble: 'actifs', ...day })} />,
        )}
      />
      <CountKpi
        label="Total Donations"
        count={stats.total_donations}
        href={gifts({ annee })}
        definition="donations"
        detail={atDateLine(
          running,
          'donations',
          day && <Counted count={before.donations} href={gifts(day)} />,
        )}
      />
      <Kpi
        label="Montant Total"
        value={formatMoney(stats.montant_total)}
        definition="montant-total"
        detail={atDateLine(running, 'montant', before && formatMoney(before.montant))}
      />
      <Kpi
        label="Don Moyen"
        value={formatMoney(stats.montant_moyen)}
        definition="don-moyen"
        detail={atDateLine(running, 'don_moyen', before && formatMoney(before.don_moyen))}
      />
    </Kpis>
  )
}

/** A number of donors or gifts, which leads to the list of them if there are any. */
function Counted({ count, href }: { count: number; href: string }) {
  if (count === 0) return '0'
  return (
    <Link className="count" to={href}>
      {formatCount(count)}
    </Link>
  )
}

/**
 * Under a figure of the running year: its change against the year before up to the same day, and what it `was` then;
 * nothing under that of another year, or of the first.
 */
function atDateLine(
  running: ADate | null,
  measure: keyof NonNullable<ADate['evolutions']>,
  was: ReactNode,
): ReactNode {
  const before = running?.data.at(-2)
  if (!running || !before) return undefined
  if (!running.comparable) return 'À date\u00A0: comparaison à date impossible'
  const value = running.evolutions?.[measure] ?? null
  return (
    <>
      À date&nbsp;:{' '}
      {value === null ? (
        MISSING
      ) : (
        <Change value={value} judged="evolution">
          {formatEvolution(value)}
        </Change>
      )}{' '}
      <span className="together">({was}</span> au {formatDay(before.au)})
    </>
  )
}
