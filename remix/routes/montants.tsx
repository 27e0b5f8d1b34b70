import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { montantsDernierDon, montantsTotalAnnuel } from '#contract/montants'
import { drawBands } from '../charts/montants.server'
import { call, failing } from '../service.server'
import {
  montantDernierDon,
  montantTotalAnnuel,
  partsDernierDon,
  partsTotalAnnuel,
} from '../tables/montants.server'
import { bandTitle } from '../tables/tranches'
import { DataTable } from '../ui/data-table'
import { Failure } from '../ui/failure'
import { Figure, Legend } from '../ui/figure'
import { NoData } from '../ui/no-data'
import { Page, Section } from '../ui/page'
import { pageTitle } from '../ui/page-title'
import { RefreshButton } from '../ui/refresh-button'

const TITLE = 'Analyses par Montant'
const SUBTITLE = 'Répartition des donateurs par tranche de montant'

export async function loader({ request }: LoaderFunctionArgs) {
  const [totalAnnuel, dernierDon] = await Promise.all([
    call(montantsTotalAnnuel, {}, request),
    call(montantsDernierDon, {}, request),
  ]).catch(failing('Erreur lors du chargement des données'))
  const drawings = {
    totalAnnuel: drawBands(totalAnnuel, 'Part des tranches de montant total annuel, par année'),
    dernierDon: drawBands(dernierDon, 'Part des tranches de montant du dernier don, par année'),
  }
  const tables = {
    totalAnnuel: montantTotalAnnuel.build(totalAnnuel),
    dernierDon: montantDernierDon.build(dernierDon),
    partsTotalAnnuel: partsTotalAnnuel.build(totalAnnuel),
    partsDernierDon: partsDernierDon.build(dernierDon),
  }
  return { bands: totalAnnuel.metadata.tranches_disponibles, drawings, tables }
}

export default function Montant() {
  const { bands, drawings, tables } = useLoaderData<typeof loader>()
  if (tables.totalAnnuel.rows.length === 0) return <NoData title={TITLE} subtitle={SUBTITLE} />
  const legend = <BandLegend bands={bands} />
  return (
    <Page title={TITLE} subtitle={SUBTITLE} analysis actions={<RefreshButton />}>
      <Section title="Selon le montant total de l’année">
        <Figure
          nested
          title="Part de chaque tranche de montant total"
          drawing={drawings.totalAnnuel}
          legend={legend}
          table={tables.partsTotalAnnuel}
        />
        <DataTable table={tables.totalAnnuel} />
      </Section>
      <Section title="Selon le dernier don de l’année">
        <Figure
          nested
          title="Part de chaque tranche de dernier don"
          drawing={drawings.dernierDon}
          legend={legend}
          table={tables.partsDernierDon}
        />
        <DataTable table={tables.dernierDon} />
      </Section>
    </Page>
  )
}

function BandLegend({ bands }: { bands: string[] }) {
  return (
    <Legend
      entries={bands.map((band, at) => ({ mark: `band-${at + 1}`, label: bandTitle(band) }))}
    />
  )
}

export const meta: MetaFunction = () => [{ title: pageTitle('Montants') }]

export const ErrorBoundary = () => <Failure title={TITLE} />
