import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { montantsDernierDon, montantsTotalAnnuel } from '#contract/montants'
import { type Reperes, reperes } from '#contract/reperes'
import { formatMoney, formatPercent } from '#figures/format'
import { drawBands } from '../charts/montants.server'
import { call, failing, quietly } from '../service.server'
import {
  montantDernierDon,
  montantTotalAnnuel,
  partsDernierDon,
  partsTotalAnnuel,
} from '../tables/montants.server'
import { reperesParAnnee } from '../tables/reperes.server'
import { bandTitle } from '../tables/tranches'
import { FIGURES } from '../ui/auto-refresh'
import { DataTable } from '../ui/data-table'
import { Failure } from '../ui/failure'
import { type Drawing, Figure, Legend, runningEntry } from '../ui/figure'
import { Kpi, Kpis } from '../ui/kpi'
import { NoData } from '../ui/no-data'
import { Page, Section } from '../ui/page'
import { pageTitle } from '../ui/page-title'
import { RefreshButton } from '../ui/refresh-button'
import type { ShownTable } from '../ui/table'
import { Unavailable } from '../ui/unavailable'

const TITLE = 'Analyses par Montant'
const SUBTITLE = 'Répartition des donateurs par tranche de montant'

export async function loader({ request }: LoaderFunctionArgs) {
  const [totalAnnuel, dernierDon, marks] = await Promise.all([
    call(montantsTotalAnnuel, {}, request),
    call(montantsDernierDon, {}, request),
    call(reperes, {}, request).catch(quietly('repères de montant')),
  ]).catch(failing('Erreur lors du chargement des données'))
  const drawings = {
    totalAnnuel: drawBands(
      totalAnnuel,
      'Part des tranches de montant total annuel, par année',
      'tranche_total',
    ),
    dernierDon: drawBands(
      dernierDon,
      'Part des tranches de montant du dernier don, par année',
      'tranche_dernier',
    ),
  }
  const tables = {
    totalAnnuel: montantTotalAnnuel.build(totalAnnuel),
    dernierDon: montantDernierDon.build(dernierDon),
    partsTotalAnnuel: partsTotalAnnuel.build(totalAnnuel),
    partsDernierDon: partsDernierDon.build(dernierDon),
    reperes: marks && reperesParAnnee.build(marks),
  }
  const { metadata, a_date: running } = totalAnnuel
  const latest = marks?.data.at(-1)
  return { bands: metadata.tranches_disponibles, running, latest, drawings, tables }
}

export default function Montant() {
  const { bands, running, latest, drawings, tables } = useLoaderData<typeof loader>()
  if (tables.totalAnnuel.rows.length === 0) return <NoData title={TITLE} subtitle={SUBTITLE} />
  const legend = <BandLegend bands={bands} running={running} />
  return (
    <Page
      title={TITLE}
      subtitle={SUBTITLE}
      analysis
      tables={tables}
      weighed="years"
      actions={<RefreshButton />}
    >
      <Bands
        title="Selon le montant total de l’année"
        what="montant total"
        drawing={drawings.totalAnnuel}
        parts={tables.partsTotalAnnuel}
        table={tables.totalAnnuel}
        legend={legend}
      />
      <Bands
        title="Selon le dernier don de l’année"
        what="dernier don"
        drawing={drawings.dernierDon}
        parts={tables.partsDernierDon}
        table={tables.dernierDon}
        legend={legend}
      />
      <Section title="Repères par année">
        {latest && <Marks latest={latest} />}
        {tables.reperes ? (
          <DataTable table={tables.reperes} />
        ) : (
          <Unavailable>Les repères de montant n’ont pas pu être chargés.</Unavailable>
        )}
      </Section>
    </Page>
  )
}

/** Value of a gift and of a donor in the latest year, and concentration on the largest donors. */
function Marks({ latest }: { latest: Reperes['data'][number] }) {
  const { annee, don_median, montant_par_donateur, concentration } = latest
  return (
    <Kpis>
      <Kpi
        label={`Don médian ${annee}`}
        definition="don-median"
        value={formatMoney(don_median)}
        detail="la moitié des dons ne le dépassent pas, au dernier calcul"
      />
      <Kpi
        label={`Montant moyen par donateur ${annee}`}
        definition="montant-par-donateur"
        value={formatMoney(montant_par_donateur)}
        detail="montant de l’année par donateur"
      />
      <Kpi
        label={`Concentration ${annee}, 1\u00A0%`}
        definition="concentration"
        value={formatPercent(concentration.un_pour_cent)}
        detail={`part du montant donnée par le 1\u00A0% de donateurs les plus importants, au dernier calcul`}
      />
      <Kpi
        label={`Concentration ${annee}, 10\u00A0%`}
        definition="concentration"
        value={formatPercent(concentration.dix_pour_cent)}
        detail={`part du montant donnée par les 10\u00A0% de donateurs les plus importants, au dernier calcul`}
      />
    </Kpis>
  )
}

interface BandsProps {
  title: string
  /** The amount that defines the bands. */
  what: string
  drawing: Drawing
  parts: ShownTable
  table: ShownTable
  legend: ReactNode
}

/** Donors of each year by band: shares as a figure, and the full table. */
function Bands({ title, what, drawing, parts, table, legend }: BandsProps) {
  return (
    <Section title={title}>
      <Figure
        nested
        title={`Part de chaque tranche de ${what}`}
        drawing={drawing}
        legend={legend}
        table={parts}
      />
      <DataTable table={table} />
    </Section>
  )
}

function BandLegend({ bands, running }: { bands: string[]; running: { au: string } | null }) {
  const entries = bands.map((band, at) => ({ mark: `band-${at + 1}`, label: bandTitle(band) }))
  return <Legend entries={[...entries, ...runningEntry(running)]} />
}

export const handle = FIGURES

export const meta: MetaFunction = () => [{ title: pageTitle('Montants') }]

export const ErrorBoundary = () => <Failure title={TITLE} />
