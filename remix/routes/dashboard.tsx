import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { aDate } from '#contract/a-date'
import {
  dashboardAnnees,
  dashboardStats,
  type StatsGraphiques,
  statsGraphiques,
  statsMensuelles,
} from '#contract/dashboard'
import { formatMoney, plural } from '#figures/format'
import { drawCumulativeLines } from '../charts/cumulative-lines.server'
import type { Trend, YearValue } from '../charts/trend'
import { drawYearlyBars } from '../charts/yearly-bars.server'
import { KeyFigures } from '../dashboard/key-figures'
import { call, failing, quietly } from '../service.server'
import {
  cumulate,
  donationsCumulees,
  donationsParAnnee,
  montantsCumules,
  montantsParAnnee,
} from '../tables/dashboard.server'
import { Failure } from '../ui/failure'
import { Figure, Legend, runningEntry } from '../ui/figure'
import { NoData } from '../ui/no-data'
import { Page } from '../ui/page'
import { pageTitle } from '../ui/page-title'
import { Unavailable } from '../ui/unavailable'
import { YearActions } from '../ui/year-form'
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
      tables={tables}
      actions={<YearActions annees={annees} annee={annee} />}
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
