import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import {
  activiteAnnees,
  activiteEvolution,
  type ActiviteStats,
  activiteStats,
} from '#contract/activite'
import { objectifs } from '#contract/objectifs'
import { formatDay, formatPercent } from '#figures/format'
import { drawActiviteParAnnee, drawActiviteParPeriode } from '../../charts/activite.server'
import { readYears } from '../../forms/year.server'
import { readRunning } from '../../service/running.server'
import { call, failing, quietly } from '../../service/service.server'
import { donors } from '../../tables/links'
import { STATUTS } from '../../tables/statuts'
import { DataTable } from '../../ui/data-table'
import { Figure } from '../../ui/figure'
import { CountKpi, Kpis } from '../../ui/kpi'
import { Page, Section } from '../../ui/page'
import type { Handle } from '../../ui/screen'
import { Unavailable } from '../../ui/unavailable'
import { YearForm } from '../../ui/year-form'
import { YearLink } from '../../ui/year-link'
import { yearAim } from '../dashboard/objectifs/aims'
import { OwnAim } from '../dashboard/objectifs/own-aim'
import {
  activiteParAnnee,
  activiteParPeriode,
  activiteSimple,
  objectifActifs,
} from './table.server'

export const handle: Handle = {
  title: 'Actifs',
  subtitle: 'Actifs, dormants, inactifs et très inactifs',
  hasFigures: true,
}

export async function loader({ request }: LoaderFunctionArgs) {
  const { annees, annee } = await readYears(activiteAnnees, request)
  const [activite, evolution, running, aims] = await Promise.all([
    call(activiteStats, { params: { annee } }, request).catch(
      failing('Erreur lors du chargement des statistiques'),
    ),
    call(activiteEvolution, {}, request).catch(quietly('activité par année')),
    readRunning(request),
    call(objectifs, { params: { annee } }, request).catch(quietly('objectifs')),
  ])
  const drawings = {
    periodes: drawActiviteParPeriode(activite, annee),
    evolution: evolution && drawActiviteParAnnee(evolution, annee, running),
  }
  const tables = {
    periodes: activiteSimple.build(annee, activite),
    evolution: evolution && activiteParAnnee.build(evolution),
    comparees: activiteParPeriode.build(annee, activite),
    objectif: objectifActifs.build(annee, activite),
  }
  const { stats, total_donateurs_historique: total, a_date } = activite
  const reach = a_date?.au ?? null
  const aim = yearAim(aims, 'donateurs')
  return { annees, annee, reach, figures: { stats, total }, running, aim, drawings, tables }
}

export default function Actifs() {
  const { annees, annee, reach, figures, running, aim, drawings, tables } =
    useLoaderData<typeof loader>()
  return (
    <Page
      subtitle={`Activité des donateurs de l’année ${annee}`}
      analysis
      measure="donateurs"
      tables={tables}
      actions={<YearForm annees={annees} annee={annee} />}
    >
      <Meanings annee={annee} reach={reach} />
      <p className="mention">
        «&nbsp;Actif&nbsp;» n’est pas R1 de la{' '}
        <YearLink to="/donateurs/grille">grille RFM</YearLink>&nbsp;: un actif a donné dans l’année
        civile, R1 dans les douze mois jusqu’au dernier jour des données.
      </p>
      <KeyFigures annee={annee} reach={reach} {...figures} />
      {running?.annee === annee && (
        <p className="mention">
          Les dons sont connus jusqu’au {formatDay(running.au)}&nbsp;: les périodes qui finissent
          plus tard disent l’état de ce jour.
        </p>
      )}
      <div className="figures">
        <Figure
          title={`Au fil de l’année ${annee}`}
          drawing={drawings.periodes}
          table={tables.periodes}
        />
        {tables.evolution && drawings.evolution ? (
          <Figure
            title="Au 31 décembre de chaque année"
            drawing={drawings.evolution}
            table={tables.evolution}
          />
        ) : (
          <Unavailable>Le graphique par année n’a pas pu être chargé.</Unavailable>
        )}
      </div>
      <Section title="Par période et objectif">
        <DataTable table={tables.comparees} />
        <DataTable table={tables.objectif} />
        <OwnAim annee={annee} aim={aim} />
      </Section>
    </Page>
  )
}

/** Meaning of each status in the selected year; `reach` is the day that the data reach in the running one. */
function Meanings({ annee, reach }: { annee: number; reach: string | null }) {
  return (
    <dl className="meanings">
      {STATUTS.map(({ key, title, mark, meaning }) => (
        <div key={key}>
          <dt>
            <span className={`swatch swatch-${mark}`} aria-hidden="true" />
            {title}
          </dt>
          <dd>
            {meaning(annee)}
            {key === 'dormants' && reach && `, et n’ont pas encore redonné au ${formatDay(reach)}`}
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface KeyFiguresProps {
  annee: number
  reach: string | null
  stats: ActiviteStats['stats']
  total: number
}

function KeyFigures({ annee, reach, stats, total }: KeyFiguresProps) {
  return (
    <Kpis>
      {STATUTS.map(({ key, title }) => (
        <CountKpi
          key={key}
          label={title}
          count={stats[key]}
          href={donors({ ensemble: key, annee })}
          detail={formatPercent(stats[`${key}_pourcentage`])}
          definition="statuts"
        />
      ))}
      <CountKpi
        label="Total donateurs"
        count={total}
        href={donors({ ensemble: 'historiques', annee })}
        detail={`ayant donné au moins une fois au ${formatDay(reach ?? `${annee}-12-31`)}`}
        definition="statuts"
      />
    </Kpis>
  )
}
