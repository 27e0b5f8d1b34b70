import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import {
  campagnesEvolution,
  donateursMixtes,
  parcoursPremierDernier,
  repartitionGlobale,
} from '#contract/campagnes'
import { parametres } from '#contract/parametres'
import { drawProfils } from '../charts/campagnes.server'
import { drawFlows } from '../charts/flows.server'
import { call, failing } from '../service.server'
import {
  evolutionCampagnes,
  mixtesParAnnee,
  profilsParAnnee,
  repartitionCampagnes,
} from '../tables/campagnes.server'
import {
  mixtesHighlights,
  parcoursHighlights,
  repartitionHighlights,
} from '../tables/highlights.server'
import { flowsOf, fluxCampagnes, parcoursCampagnes } from '../tables/parcours.server'
import { profileLabel, profilesOf } from '../tables/profils'
import { FIGURES } from '../ui/auto-refresh'
import { DataTable } from '../ui/data-table'
import { Failure } from '../ui/failure'
import { Figure, Legend, runningEntry } from '../ui/figure'
import { Highlights } from '../ui/highlights'
import { NoData } from '../ui/no-data'
import { Page, Section } from '../ui/page'
import { pageTitle } from '../ui/page-title'
import { RefreshButton } from '../ui/refresh-button'

const TITLE = 'Analyse des Campagnes'

export async function loader({ request }: LoaderFunctionArgs) {
  const [{ campagne_produit: produit }, evolution, parcours, mixtes, repartition] =
    await Promise.all([
      call(parametres, {}, request),
      call(campagnesEvolution, {}, request),
      call(parcoursPremierDernier, {}, request),
      call(donateursMixtes, {}, request),
      call(repartitionGlobale, {}, request),
    ]).catch(failing('Erreur lors du chargement des données des campagnes'))
  const drawings = {
    profils: drawProfils(produit, evolution),
    flux: drawFlows(flowsOf(parcours), 'Donateurs, de leur première campagne à la dernière'),
  }
  const tables = {
    profils: profilsParAnnee.build(produit, evolution),
    evolution: evolutionCampagnes.build(produit, evolution),
    flux: fluxCampagnes.build(parcours),
    parcours: parcoursCampagnes.build(parcours),
    mixtes: mixtesParAnnee.build(mixtes),
    repartition: repartitionCampagnes.build(repartition),
  }
  const highlights = {
    parcours: parcoursHighlights(parcours),
    mixtes: mixtesHighlights(mixtes),
    repartition: repartitionHighlights(repartition),
  }
  return { produit, running: evolution.a_date, drawings, tables, highlights }
}

export default function Campagnes() {
  const { produit, running, drawings, tables, highlights } = useLoaderData<typeof loader>()
  const subtitle = `Campagnes ${produit} et VFL : évolution, fidélité et migration`
  if (tables.evolution.rows.length === 0) return <NoData title={TITLE} subtitle={subtitle} />
  return (
    <Page title={TITLE} subtitle={subtitle} analysis tables={tables} actions={<RefreshButton />}>
      <Section title="Évolution par année">
        <Figure
          nested
          title="Donateurs par profil de campagne"
          drawing={drawings.profils}
          legend={<ProfileLegend produit={produit} running={running} />}
          table={tables.profils}
        />
        <DataTable table={tables.evolution} />
      </Section>
      <Section title="Fidélité et migration">
        <Highlights highlights={highlights.parcours} definition="parcours" />
        <Figure
          nested
          title="De la première campagne à la dernière"
          drawing={drawings.flux}
          table={tables.flux}
        />
        <DataTable table={tables.parcours} />
      </Section>
      <Section title="Donateurs mixtes">
        <Highlights highlights={highlights.mixtes} definition="mixtes" />
        <DataTable table={tables.mixtes} />
      </Section>
      <Section title="Répartition globale">
        <div className="side-by-side">
          <DataTable table={tables.repartition} />
          <Highlights highlights={highlights.repartition} definition="repartition" />
        </div>
      </Section>
    </Page>
  )
}

function ProfileLegend({ produit, running }: { produit: string; running: { au: string } | null }) {
  const entries = profilesOf(produit).map((profil, at) => ({
    mark: String(at + 1),
    label: profileLabel(profil),
  }))
  return <Legend entries={[...entries, ...runningEntry(running)]} />
}

export const handle = FIGURES

export const meta: MetaFunction = () => [{ title: pageTitle('Campagnes') }]

export const ErrorBoundary = () => <Failure title={TITLE} retry={false} />
