import { Link } from '@remix-run/react'
import type { DonationsPage, DonationsStats } from '#contract/donations'
import { formatCount, formatMoney } from '#figures/format'
import type { Filters } from '../../forms/filters.server'
import { gifts } from '../../tables/links'
import { CountKpi, Kpi, Kpis } from '../../ui/kpi'

interface FiguresProps {
  annee: number
  filters: Filters
  stats: DonationsStats
}

/** Cards above the list: only gifts that count. */
export function KeyFigures({ annee, filters, stats }: FiguresProps) {
  return (
    <Kpis>
      <CountKpi
        label="Total donations"
        count={stats.total_donations}
        href={gifts({ annee, ...filters })}
        definition="donations"
      />
      <Kpi
        label="Montant total"
        value={formatMoney(stats.total_amount)}
        definition="montant-total"
      />
      <Kpi label="Don moyen" value={formatMoney(stats.average_amount)} definition="don-moyen" />
      <Kpi
        label="Don le plus élevé"
        value={formatMoney(stats.max_amount)}
        definition="plus-grand-don"
      />
    </Kpis>
  )
}

/** Explains why the badge may exceed the first card. */
export function OutOfStats({
  annee,
  filters,
  list,
  stats,
}: FiguresProps & { list: DonationsPage }) {
  const apart = list.pagination.total_items - stats.total_donations
  if (apart <= 0) return null
  const query = new URLSearchParams({ annee: String(annee), ...filters, dons: '0' })
  return (
    <>
      {' dont '}
      <Link className="count" to={`/donations?${query}`}>
        {formatCount(apart)} hors statistiques
      </Link>{' '}
      (montant nul ou donateur exclu)
    </>
  )
}
