import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { campagnesEvolution } from '#contract/campagnes'
import {
  type NouveauxAnciens,
  nouveauxAnciens,
  nouveauxAnciensAnnees,
  nouveauxCampagnes,
  nouveauxMedia,
  nouveauxOrigine,
} from '#contract/nouveaux-anciens'
import { formatDay, formatPercent } from '#figures/format'
import { percentOf } from '#figures/ratios'
import { drawNouveauxParAnnee, drawNouveauxParPeriode } from '../../charts/nouveaux-anciens.server'
import { readYears } from '../../forms/year.server'
import { call, failing, quietly } from '../../service/service.server'
import { donors } from '../../tables/links'
import { DataTable } from '../../ui/data-table'
import { Figure, Legend, runningEntry } from '../../ui/figure'
import { CountKpi, Kpis } from '../../ui/kpi'
import { Page, Section } from '../../ui/page'
import type { Handle } from '../../ui/screen'
import { Unavailable } from '../../ui/unavailable'
import { YearActions } from '../../ui/year-form'
import { nouveauxParMedia, nouveauxParOrigine, nouveauxParProfil } from './codes-table.server'
import {
  nouveauxParAnnee,
  nouveauxParPeriode,
  nouveauxSimples,
  objectifsNouveaux,
} from './table.server'

export const handle: Handle = {
  title: 'Nouveaux',
  subtitle: 'Nouveaux vs Anciens',
  hasFigures: true,
}

export async function loader({ request }: LoaderFunctionArgs) {
  const { annees, annee } = await readYears(nouveauxAnciensAnnees, request)
  const params = { annee }
  const [periodes, medias, profils, origines, evolution] = await Promise.all([
    call(nouveauxAnciens, { params }, request).catch(
      failing('Erreur lors du chargement des données'),
    ),
    call(nouveauxMedia, { params }, request).catch(quietly('codes média')),
    call(nouveauxCampagnes, { params }, request).catch(quietly('profils de campagne')),
    call(nouveauxOrigine, { params }, request).catch(quietly('codes origine')),
    call(campagnesEvolution, {}, request).catch(quietly('évolution par année')),
  ])
  const drawings = {
    periodes: drawNouveauxParPeriode(periodes, annee),
    evolution: evolution && drawNouveauxParAnnee(evolution, annee),
  }
  const tables = {
    periodes: nouveauxSimples.build(annee, periodes),
    evolution: evolution && nouveauxParAnnee.build(evolution),
    comparees: nouveauxParPeriode.build(annee, periodes),
    objectifs: objectifsNouveaux.build(annee, periodes),
    medias: medias && nouveauxParMedia.build(annee, medias),
    profils: profils && nouveauxParProfil.build(annee, profils),
    origines: origines && nouveauxParOrigine.build(annee, origines),
  }
  return {
    annees,
    annee,
    totaux: periodes.totaux,
    running: evolution?.a_date ?? null,
    drawings,
    tables,
  }
}

export default function Nouveaux() {
  const { annees, annee, totaux, running, drawings, tables } = useLoaderData<typeof loader>()
  return (
    <Page
      subtitle={`Nouveaux et anciens donateurs de l’année ${annee}`}
      analysis
      measure="nouveaux"
      refreshed
      tables={tables}
      actions={<YearActions compared annees={annees} annee={annee} />}
    >
      <KeyFigures annee={annee} totaux={totaux} />
      {running?.annee === annee && (
        <p className="mention">
          Les dons sont connus jusqu’au {formatDay(running.au)}&nbsp;: les périodes qui finissent
          plus tard ne comptent que jusque-là.
        </p>
      )}
      <div className="figures">
        <Figure
          title={`Par période, ${annee}`}
          drawing={drawings.periodes}
          legend={<Groups />}
          table={tables.periodes}
        />
        {tables.evolution && drawings.evolution ? (
          <Figure
            title="Par année"
            drawing={drawings.evolution}
            legend={<Groups running={running} />}
            table={tables.evolution}
          />
        ) : (
          <Unavailable>Le graphique par année n’a pas pu être chargé.</Unavailable>
        )}
      </div>
      <Section title="Par période et objectifs">
        <DataTable table={tables.comparees} />
        <DataTable table={tables.objectifs} />
      </Section>
      <Section title={`Répartition ${annee} et ${annee - 1}`}>
        {tables.medias ? (
          <DataTable table={tables.medias} />
        ) : (
          <Unavailable>La répartition par code média n’a pas pu être chargée.</Unavailable>
        )}
        {tables.profils ? (
          <DataTable folded table={tables.profils} />
        ) : (
          <Unavailable>La répartition par profil de campagne n’a pas pu être chargée.</Unavailable>
        )}
        {tables.origines ? (
          <DataTable folded table={tables.origines} />
        ) : (
          <Unavailable>La répartition par code origine n’a pas pu être chargée.</Unavailable>
        )}
      </Section>
    </Page>
  )
}

const KEY_FIGURES = [
  { label: 'Nouveaux Donateurs', ensemble: 'nouveaux', total: 'total_nouveaux' },
  { label: 'Anciens Donateurs', ensemble: 'anciens', total: 'total_anciens' },
  { label: 'Total', ensemble: 'actifs', total: 'total_general' },
] as const

function KeyFigures({ annee, totaux }: { annee: number } & Pick<NouveauxAnciens, 'totaux'>) {
  return (
    <Kpis>
      {KEY_FIGURES.map(({ label, ensemble, total }) => (
        <CountKpi
          key={label}
          label={label}
          count={totaux[total]}
          href={donors({ ensemble, annee })}
          detail={`${formatPercent(percentOf(totaux[total], totaux.total_general))} du total`}
          definition="nouveaux-anciens"
        />
      ))}
    </Kpis>
  )
}

function Groups({ running }: { running?: { au: string } | null }) {
  return (
    <Legend
      entries={[
        { mark: '1', label: 'Nouveaux' },
        { mark: '3', label: 'Anciens' },
        ...runningEntry(running),
      ]}
    />
  )
}
