import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { type ADate, aDate } from '#contract/a-date'
import {
  dashboardAnnees,
  type DashboardStats,
  dashboardStats,
  type StatsGraphiques,
  statsGraphiques,
  statsMensuelles,
} from '#contract/dashboard'
import {
  formatCount,
  formatDay,
  formatEvolution,
  formatMoney,
  MISSING,
  plural,
} from '#figures/format'
import { drawCumulativeLines } from '../charts/cumulative-lines.server'
import type { Trend, YearValue } from '../charts/trend'
import { drawYearlyBars } from '../charts/yearly-bars.server'
import { call, failing, quietly } from '../service.server'
import {
  cumulate,
  donationsCumulees,
  donationsParAnnee,
  montantsCumules,
  montantsParAnnee,
} from '../tables/dashboard.server'
import { donors, gifts } from '../tables/links'
import { Change } from '../ui/change'
import { Failure } from '../ui/failure'
import { Figure, Legend, runningEntry } from '../ui/figure'
import { CountKpi, Kpi, Kpis } from '../ui/kpi'
import { NoData } from '../ui/no-data'
import { Page } from '../ui/page'
import { pageTitle } from '../ui/page-title'
import { RefreshButton } from '../ui/refresh-button'
import { Unavailable } from '../ui/unavailable'
import { YearForm } from '../ui/year-form'
import { chosenYear } from '../year.server'

export async function loader({ request }: LoaderFunctionArgs) {
  const years = await call(dashboardAnnees, {}, request).catch(quietly('années'))
  const annees = years?.annees ?? [new Date().getFullYear()]
  const annee = chosenYear(request, annees)
  if (annee === undefined) return { annees, annee }

  const params = { annee }
  const [stats, graphiques, mensuelles, comparison] = await Promise.all([
    call(dashboardStats, { params }, request),
    call(statsGraphiques, { params }, request),
    call(statsMensuelles, { params }, request),
    call(aDate, { params }, request).catch(quietly('à date')),
  ]).catch(failing('Erreur lors du chargement des données'))

  const running = comparison?.en_cours ? comparison : null
  const donations = graphiques.donations_par_annee.map((row) => ({
    annee: row.annee,
    valeur: row.nombre,
  }))
  const montants = graphiques.montants_par_annee.map((row) => ({
    annee: row.annee,
    valeur: row.montant,
  }))
  const bars = { running: running ? annee : undefined }
  const drawings = {
    donations: drawYearlyBars(donations, {
      label: 'Nombre de donations par année',
      unit: 'dons',
      trend: trendOf(donations, graphiques.prevision, 'donations'),
      ...bars,
    }),
    montants: drawYearlyBars(montants, {
      label: 'Montant des donations par année',
      unit: 'euros',
      trend: trendOf(montants, graphiques.prevision, 'montant'),
      ...bars,
    }),
    donationsCumulees: drawCumulativeLines(cumulate(mensuelles, 'nombre_donations'), {
      label: 'Nombre de donations cumulé par mois',
      unit: 'dons',
    }),
    montantsCumules: drawCumulativeLines(cumulate(mensuelles, 'montant_total'), {
      label: 'Montant des donations cumulé par mois',
      unit: 'euros',
    }),
  }
  const tables = {
    donations: donationsParAnnee.build(annee, graphiques),
    montants: montantsParAnnee.build(annee, graphiques),
    donationsCumulees: donationsCumulees.build(annee, mensuelles),
    montantsCumules: montantsCumules.build(annee, mensuelles),
  }
  return {
    annees,
    annee,
    isYearGuessed: years === null,
    stats,
    running,
    prevision: graphiques.prevision,
    drawings,
    tables,
  }
}

/** The line of the forecast, from the first year of the chart. */
function trendOf(
  [first]: YearValue[],
  prevision: StatsGraphiques['prevision'],
  measure: 'donations' | 'montant',
): Trend | undefined {
  if (!prevision || !first) return undefined
  const to = { annee: prevision.annee, valeur: prevision[measure] }
  return { from: first, to, through: prevision.jusqua }
}

export default function Dashboard() {
  const screen = useLoaderData<typeof loader>()
  if (screen.annee === undefined) return <NoData title="Dashboard" subtitle="Vue d’ensemble" />
  const { annees, annee, isYearGuessed, stats, running, prevision, drawings, tables } = screen
  return (
    <Page
      title="Dashboard"
      subtitle={`Vue d’ensemble de l’année ${annee}`}
      analysis
      actions={
        <>
          <YearForm annees={annees} annee={annee} />
          <RefreshButton />
        </>
      }
    >
      {isYearGuessed && (
        <Unavailable>
          La liste des années n’a pas pu être chargée : voici l’année en cours.
        </Unavailable>
      )}
      <KeyFigures annee={annee} stats={stats} running={running} />
      <div className="figures">
        <Figure
          title="Donations par année"
          drawing={drawings.donations}
          legend={
            <TrendLegend
              running={running}
              forecast={prevision && plural(prevision.donations, 'don')}
              annee={annee}
            />
          }
          table={tables.donations}
        />
        <Figure
          title="Montants par année"
          drawing={drawings.montants}
          legend={
            <TrendLegend
              running={running}
              forecast={prevision && formatMoney(prevision.montant)}
              annee={annee}
            />
          }
          table={tables.montants}
        />
        <Figure
          title="Donations cumulées par mois"
          drawing={drawings.donationsCumulees}
          table={tables.donationsCumulees}
        />
        <Figure
          title="Montants cumulés par mois"
          drawing={drawings.montantsCumules}
          table={tables.montantsCumules}
        />
      </div>
    </Page>
  )
}

interface KeyFiguresProps {
  annee: number
  stats: DashboardStats
  running: ADate | null
}

function KeyFigures({ annee, stats, running }: KeyFiguresProps) {
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

interface TrendLegendProps {
  annee: number
  /** The forecast in words. */
  forecast: string | null
  running: { au: string | null } | null
}

function TrendLegend({ annee, forecast, running }: TrendLegendProps) {
  const trend = [
    { mark: 'trend', label: 'Tendance' },
    {
      mark: 'forecast',
      label: `Prévision ${annee}\u00A0: ${forecast}`,
      definition: 'prevision' as const,
    },
  ]
  const au = running?.au
  return <Legend entries={[...(forecast ? trend : []), ...runningEntry(au ? { au } : null)]} />
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: pageTitle('Dashboard', data?.annee) },
]

export const ErrorBoundary = () => <Failure title="Dashboard" />
