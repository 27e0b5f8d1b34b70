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
  fluxCampagnes,
  lastCampaign,
  mixtesParAnnee,
  parcoursCampagnes,
  profilesOf,
  profilsParAnnee,
  repartitionCampagnes,
} from '../tables/campagnes'
import { mixtesHighlights, parcoursHighlights, repartitionHighlights } from '../tables/highlights'
import { profileLabel } from '../tables/profils'
import { DataTable } from '../ui/data-table'
import { Failure } from '../ui/failure'
import { Figure, Legend } from '../ui/figure'
import { Highlights } from '../ui/highlights'
import { NoData } from '../ui/no-data'
import { Page, Section } from '../ui/page'
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
    flux: drawFlows(
      parcours.data.map((row) => ({
        from: row.premiere_campagne,
        to: lastCampaign(row.comportement),
        nombre: row.nombre_donateurs,
        pourcentage: row.pourcentage_dans_premiere,
      })),
      'Donateurs, de leur première campagne à la dernière',
    ),
  }
  return { produit, evolution, parcours, mixtes, repartition, drawings }
}

export default function Campagnes() {
  const { produit, evolution, parcours, mixtes, repartition, drawings } =
    useLoaderData<typeof loader>()
  const subtitle = `Campagnes ${produit} et VFL : évolution, fidélité et migration`
  if (evolution.data.length === 0) return <NoData title={TITLE} subtitle={subtitle} />
  return (
    <Page title={TITLE} subtitle={subtitle} analysis actions={<RefreshButton />}>
      <Section title="Évolution par année">
        <Figure
          nested
          title="Donateurs par profil de campagne"
          drawing={drawings.profils}
          legend={<ProfileLegend produit={produit} />}
          table={profilsParAnnee(produit, evolution)}
        />
        <DataTable table={evolutionCampagnes(produit, evolution)} />
      </Section>
      <Section title="Fidélité et migration">
        <Highlights highlights={parcoursHighlights(parcours)} />
        <Figure
          nested
          title="De la première campagne à la dernière"
          drawing={drawings.flux}
          table={fluxCampagnes(parcours)}
        />
        <DataTable table={parcoursCampagnes(parcours)} />
      </Section>
      <Section title="Donateurs mixtes">
        <Highlights highlights={mixtesHighlights(mixtes)} />
        <DataTable table={mixtesParAnnee(mixtes)} />
      </Section>
      <Section title="Répartition globale">
        <div className="side-by-side">
          <DataTable table={repartitionCampagnes(repartition)} />
          <Highlights highlights={repartitionHighlights(repartition)} />
        </div>
      </Section>
    </Page>
  )
}

function ProfileLegend({ produit }: { produit: string }) {
  return (
    <Legend
      entries={profilesOf(produit).map((profil, at) => ({
        mark: String(at + 1),
        label: profileLabel(profil),
      }))}
    />
  )
}

export const meta: MetaFunction = () => [{ title: 'Campagnes – Analyse - Gestion des Dons' }]

export const ErrorBoundary = () => <Failure title={TITLE} retry={false} />
