import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { nonFidelesCampagnes, segmentationAnnuelle, segmentationGlobale } from '#contract/donateurs'
import { drawSegments } from '../../charts/donateurs.server'
import { noGifts } from '../../forms/year.server'
import { readRunning } from '../../service/running.server'
import { call, failing } from '../../service/service.server'
import { segmentHighlights } from '../../tables/highlights.server'
import { DataTable } from '../../ui/data-table'
import { Figure } from '../../ui/figure'
import { Highlights } from '../../ui/highlights'
import { Page, Section } from '../../ui/page'
import type { Handle } from '../../ui/screen'
import { nonFideles, partsSegments, segmentsGlobaux, segmentsParAnnee } from './table.server'

export const handle: Handle = {
  title: 'Analyse des Donateurs',
  subtitle: 'Fréquence des dons, par année et sur toute la carrière',
  tab: 'Donateurs',
  hasFigures: true,
  retry: false,
}
export async function loader({ request }: LoaderFunctionArgs) {
  const [annuelle, globale, campagnes, running] = await Promise.all([
    call(segmentationAnnuelle, {}, request),
    call(segmentationGlobale, {}, request),
    call(nonFidelesCampagnes, {}, request),
    readRunning(request),
  ]).catch(failing('Erreur lors du chargement de la segmentation'))
  if (annuelle.data.length === 0) throw noGifts()
  const tables = {
    parts: partsSegments.build(annuelle),
    segments: segmentsParAnnee.build(annuelle),
    globale: segmentsGlobaux.build(globale),
    campagnes: nonFideles.build(campagnes),
  }
  return {
    drawing: drawSegments(annuelle, running),
    tables,
    highlights: segmentHighlights(annuelle),
  }
}

export default function Donateurs() {
  const { drawing, tables, highlights } = useLoaderData<typeof loader>()
  return (
    <Page analysis tables={tables} weighed="years" measure="donateurs">
      <Section title="Fréquence par année">
        <Highlights highlights={highlights} definition="segments-annuels" />
        <Figure
          nested
          title="Part de chaque segment, par année"
          drawing={drawing}
          table={tables.parts}
        />
        <DataTable table={tables.segments} />
      </Section>
      <Section title="Fréquence sur toute la carrière">
        <div className="side-by-side">
          <DataTable table={tables.globale} />
          <DataTable table={tables.campagnes} />
        </div>
      </Section>
    </Page>
  )
}
