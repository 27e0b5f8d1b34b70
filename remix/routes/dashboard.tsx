import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import {
  dashboardAnnees,
  type DashboardStats,
  dashboardStats,
  statsGraphiques,
  statsMensuelles,
} from '#contract/dashboard'
import { formatMoney } from '#figures/format'
import { drawCumulativeLines } from '../charts/cumulative-lines.server'
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
import { Failure } from '../ui/failure'
import { Figure, Legend } from '../ui/figure'
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
  const [stats, graphiques, mensuelles] = await Promise.all([
    call(dashboardStats, { params }, request),
    call(statsGraphiques, { params }, request),
    call(statsMensuelles, { params }, request),
  ]).catch(failing('Erreur lors du chargement des données'))

  const drawings = {
    donations: drawYearlyBars(
      graphiques.donations_par_annee.map((row) => ({ annee: row.annee, valeur: row.nombre })),
      { label: 'Nombre de donations par année', unit: 'dons' },
    ),
    montants: drawYearlyBars(
      graphiques.montants_par_annee.map((row) => ({ annee: row.annee, valeur: row.montant })),
      { label: 'Montant des donations par année', unit: 'euros' },
    ),
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
  return { annees, annee, isYearGuessed: years === null, stats, drawings, tables }
}

export default function Dashboard() {
  const screen = useLoaderData<typeof loader>()
  if (screen.annee === undefined) return <NoData title="Dashboard" subtitle="Vue d’ensemble" />
  const { annees, annee, isYearGuessed, stats, drawings, tables } = screen
  const trend = tables.donations.rows.length >= 3 && <TrendLegend annee={annee} />
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
      <KeyFigures annee={annee} stats={stats} />
      <div className="figures">
        <Figure
          title="Donations par année"
          drawing={drawings.donations}
          legend={trend}
          table={tables.donations}
        />
        <Figure
          title="Montants par année"
          drawing={drawings.montants}
          legend={trend}
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

function KeyFigures({ annee, stats }: { annee: number; stats: DashboardStats }) {
  return (
    <Kpis>
      <CountKpi
        label="Total Donateurs"
        count={stats.total_donateurs}
        href={donors({ ensemble: 'actifs', annee })}
        definition="donateurs"
      />
      <CountKpi
        label="Total Donations"
        count={stats.total_donations}
        href={gifts({ annee })}
        definition="donations"
      />
      <Kpi
        label="Montant Total"
        value={formatMoney(stats.montant_total)}
        definition="montant-total"
      />
      <Kpi label="Don Moyen" value={formatMoney(stats.montant_moyen)} definition="don-moyen" />
    </Kpis>
  )
}

function TrendLegend({ annee }: { annee: number }) {
  return (
    <Legend
      entries={[
        { mark: 'trend', label: 'Tendance' },
        { mark: 'forecast', label: `Prévision ${annee}` },
      ]}
    />
  )
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: pageTitle('Dashboard', data?.annee) },
]

export const ErrorBoundary = () => <Failure title="Dashboard" />
