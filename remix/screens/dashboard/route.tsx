import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import type { StatsGraphiques } from '#contract/dashboard'
import { citer, formatMoney, plural } from '#figures/format'
import { drawDashboard } from '../../charts/dashboard.server'
import { trendName } from '../../charts/trend'
import { Figure, Legend, runningEntry } from '../../ui/figure'
import { Page } from '../../ui/page'
import type { Handle } from '../../ui/screen'
import { Unavailable } from '../../ui/unavailable'
import { YearActions, YearForm } from '../../ui/year-form'
import { ArreteBanner, keptOf } from './arrete'
import { AimBlock, AtDateBlock } from './blocks'
import { FirstSteps } from './first-steps'
import { KeyFigures } from './key-figures'
import { readNow, readPublication } from './read.server'
import {
  arreteOf,
  donationsCumulees,
  donationsParAnnee,
  montantsCumules,
  montantsParAnnee,
} from './table.server'

export const handle: Handle<typeof loader> = {
  title: 'Dashboard',
  subtitle: 'Vue d’ensemble',
  empty: <FirstSteps />,
  tab: ({ arrete, annee }) => [arrete ? `Dashboard – ${citer(arrete.nom)}` : 'Dashboard', annee],
  hasFigures: (data) => !data?.arrete,
}

export async function loader({ request }: LoaderFunctionArgs) {
  const publication = arreteOf(new URL(request.url).searchParams)
  const read = await (publication === undefined
    ? readNow(request)
    : readPublication(request, publication))
  const { annees, annee, arrete, stats, graphiques, mensuelles, comparison, whole, aim } = read

  const running = comparison?.en_cours ? comparison : null
  const drawings = drawDashboard(graphiques, mensuelles, {
    running: running ? annee : undefined,
    past: publication !== undefined,
    aim,
  })
  const tables = {
    donations: donationsParAnnee.build(annee, graphiques, publication),
    montants: montantsParAnnee.build(annee, graphiques, publication),
    donationsCumulees: donationsCumulees.build(annee, mensuelles, publication),
    montantsCumules: montantsCumules.build(annee, { mensuelles, aim }, publication),
  }
  return {
    annees,
    annee,
    isYearGuessed: read.isYearGuessed,
    arrete,
    now: read.now,
    stats,
    comparison,
    whole,
    running,
    aim,
    mensuelles,
    prevision: graphiques.prevision,
    drawings,
    tables,
  }
}

export default function Dashboard() {
  const {
    annees,
    annee,
    isYearGuessed,
    arrete,
    now,
    stats,
    comparison,
    whole,
    running,
    aim,
    mensuelles,
    prevision,
    drawings,
    tables,
  } = useLoaderData<typeof loader>()
  const shown = arrete
    ? { actions: <YearForm annees={annees} annee={annee} kept={keptOf(arrete)} /> }
    : {
        actions: <Actions annees={annees} annee={annee} />,
        analysis: true,
        refreshed: true,
        tables,
      }
  return (
    <Page title="Dashboard" subtitle={`Vue d’ensemble de l’année ${annee}`} {...shown}>
      {arrete && now && <ArreteBanner arrete={arrete} annee={annee} then={stats} now={now} />}
      {isYearGuessed && (
        <Unavailable>
          La liste des années n’a pas pu être chargée&nbsp;: voici l’année en cours.
        </Unavailable>
      )}
      <KeyFigures
        annee={annee}
        stats={stats}
        comparison={arrete ? running : comparison}
        whole={whole}
        arrete={arrete?.publication}
        curve={drawings.annee}
      />
      {!arrete && (
        <div className="side-by-side blocks">
          <AtDateBlock
            annee={annee}
            comparison={comparison}
            mensuelles={mensuelles}
            prevision={prevision}
          />
          <AimBlock annee={annee} aim={aim} au={running?.au ?? null} />
        </div>
      )}
      <div className="figures">
        <Figure
          title="Donations par année"
          drawing={drawings.donations}
          legend={
            <TrendLegend
              running={running}
              prevision={prevision}
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
              prevision={prevision}
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

function Actions({ annees, annee }: { annees: number[]; annee: number }) {
  return (
    <>
      <YearActions compared annees={annees} annee={annee} />
      <Link className="button button-outline" to={`/dashboard/rapport?annee=${annee}`}>
        Rapport à imprimer
      </Link>
    </>
  )
}

interface TrendLegendProps {
  annee: number
  prevision: StatsGraphiques['prevision']
  /** The forecast in words. */
  forecast: string | null
  running: { au: string | null } | null
}

function TrendLegend({ annee, prevision, forecast, running }: TrendLegendProps) {
  const trend = prevision && [
    { mark: 'trend', label: trendName(prevision) },
    {
      mark: 'forecast',
      label: `Prévision ${annee}\u00A0: ${forecast}`,
      definition: 'prevision' as const,
    },
  ]
  const au = running?.au
  return <Legend entries={[...(trend ?? []), ...runningEntry(au ? { au } : null)]} />
}
