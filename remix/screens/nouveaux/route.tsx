import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { campagnesEvolution } from '#contract/campagnes'
import {
  nouveauxAnciens,
  nouveauxAnciensAnnees,
  nouveauxCampagnes,
  nouveauxMedia,
  nouveauxOrigine,
} from '#contract/nouveaux-anciens'
import { objectifs } from '#contract/objectifs'
import { formatDay } from '#figures/format'
import { drawNouveauxParAnnee, drawNouveauxParPeriode } from '../../charts/nouveaux-anciens.server'
import { readYears } from '../../forms/year.server'
import { call, failing, quietly } from '../../service/service.server'
import { DataTable } from '../../ui/data-table'
import { Figure } from '../../ui/figure'
import { Page, Section } from '../../ui/page'
import type { Handle } from '../../ui/screen'
import { Unavailable } from '../../ui/unavailable'
import { YearActions } from '../../ui/year-form'
import { yearAim } from '../dashboard/objectifs/aims'
import { OwnAim } from '../dashboard/objectifs/own-aim'
import { nouveauxParMedia, nouveauxParOrigine, nouveauxParProfil } from './codes-table.server'
import { KeyFigures } from './key-figures'
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
  const [periodes, medias, profils, origines, evolution, aims] = await Promise.all([
    call(nouveauxAnciens, { params }, request).catch(
      failing('Erreur lors du chargement des données'),
    ),
    call(nouveauxMedia, { params }, request).catch(quietly('codes média')),
    call(nouveauxCampagnes, { params }, request).catch(quietly('profils de campagne')),
    call(nouveauxOrigine, { params }, request).catch(quietly('codes origine')),
    call(campagnesEvolution, {}, request).catch(quietly('évolution par année')),
    call(objectifs, { params }, request).catch(quietly('objectifs')),
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
    a_date: periodes.a_date,
    aim: yearAim(aims, 'nouveaux'),
    running: evolution?.a_date ?? null,
    drawings,
    tables,
  }
}

export default function Nouveaux() {
  const { annees, annee, totaux, a_date, aim, running, drawings, tables } =
    useLoaderData<typeof loader>()
  return (
    <Page
      subtitle={`Nouveaux et anciens donateurs de l’année ${annee}${running?.annee === annee ? `, connue jusqu’au ${formatDay(running.au)}` : ''}`}
      analysis
      measure="nouveaux"
      refreshed
      tables={tables}
      actions={<YearActions compared annees={annees} annee={annee} />}
    >
      <KeyFigures annee={annee} totaux={totaux} a_date={a_date} />
      <div className="figures">
        <Figure
          title={`Par période, ${annee}`}
          drawing={drawings.periodes}
          table={tables.periodes}
        />
        {tables.evolution && drawings.evolution ? (
          <Figure title="Par année" drawing={drawings.evolution} table={tables.evolution} />
        ) : (
          <Unavailable>Le graphique par année n’a pas pu être chargé.</Unavailable>
        )}
      </div>
      <Section title="Par période et objectifs">
        <DataTable table={tables.comparees} />
        <DataTable table={tables.objectifs} />
        <OwnAim annee={annee} aim={aim} />
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
