import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { StatsGraphiques } from '#contract/dashboard'
import { formatMoney, plural } from '#figures/format'
import { drawCumulativeLines } from '../charts/cumulative-lines.server'
import type { Trend, YearValue } from '../charts/trend'
import { drawYearlyBars } from '../charts/yearly-bars.server'
import { ArreteBanner, keptOf } from '../dashboard/arrete'
import { KeyFigures } from '../dashboard/key-figures'
import { readNow, readPublication } from '../dashboard/read.server'
import {
  arreteOf,
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
import { YearActions, YearForm } from '../ui/year-form'

export async function loader({ request }: LoaderFunctionArgs) {
  const publication = arreteOf(new URL(request.url).searchParams)
  const read = await (publication === undefined
    ? readNow(request)
    : readPublication(request, publication))
  if (read.annee === undefined) return { annees: read.annees, annee: read.annee }
  const { annees, annee, arrete, stats, graphiques, mensuelles, comparison } = read

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
    donations: donationsParAnnee.build(annee, graphiques, publication),
    montants: montantsParAnnee.build(annee, graphiques, publication),
    donationsCumulees: donationsCumulees.build(annee, mensuelles, publication),
    montantsCumules: montantsCumules.build(annee, mensuelles, publication),
  }
  return {
    annees,
    annee,
    isYearGuessed: read.isYearGuessed,
    arrete,
    now: read.now,
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
  const { annees, annee, isYearGuessed, arrete, now, stats, running, prevision, drawings, tables } =
    screen
  const shown = arrete
    ? { actions: <YearForm annees={annees} annee={annee} kept={keptOf(arrete)} /> }
    : { actions: <YearActions annees={annees} annee={annee} />, analysis: true, tables }
  return (
    <Page title="Dashboard" subtitle={`Vue d’ensemble de l’année ${annee}`} {...shown}>
      {arrete && now && <ArreteBanner arrete={arrete} annee={annee} then={stats} now={now} />}
      {isYearGuessed && (
        <Unavailable>
          La liste des années n’a pas pu être chargée : voici l’année en cours.
        </Unavailable>
      )}
      <KeyFigures annee={annee} stats={stats} running={running} arrete={arrete?.publication} />
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
