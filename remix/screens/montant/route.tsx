import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { montantsDernierDon, montantsTotalAnnuel } from '#contract/montants'
import { type Reperes, reperes } from '#contract/reperes'
import { formatMoney, formatPercent } from '#figures/format'
import { drawBands } from '../../charts/montants.server'
import { noGifts } from '../../forms/year.server'
import { call, failing, quietly } from '../../service/service.server'
import { DataTable } from '../../ui/data-table'
import { Figure } from '../../ui/figure'
import { Fold } from '../../ui/fold'
import { Kpi, Kpis } from '../../ui/kpi'
import { Page, Section } from '../../ui/page'
import { RefreshButton } from '../../ui/refresh-button'
import type { Handle } from '../../ui/screen'
import { Unavailable } from '../../ui/unavailable'
import { reperesParAnnee } from './reperes-table.server'
import {
  montantDernierDon,
  montantTotalAnnuel,
  partsDernierDon,
  partsTotalAnnuel,
} from './table.server'

export const handle: Handle = {
  title: 'Analyses par Montant',
  subtitle: 'Répartition des donateurs par tranche de montant',
  tab: 'Montants',
  hasFigures: true,
}

export async function loader({ request }: LoaderFunctionArgs) {
  const [totalAnnuel, dernierDon, marks] = await Promise.all([
    call(montantsTotalAnnuel, {}, request),
    call(montantsDernierDon, {}, request),
    call(reperes, {}, request).catch(quietly('repères de montant')),
  ]).catch(failing('Erreur lors du chargement des données'))
  if (totalAnnuel.data.length === 0) throw noGifts()
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
  return { latest: marks?.data.at(-1), drawings, tables }
}

export default function Montant() {
  const { latest, drawings, tables } = useLoaderData<typeof loader>()
  return (
    <Page
      analysis
      measure="donateurs"
      refreshed
      tables={tables}
      weighed="years"
      actions={<RefreshButton />}
    >
      <div className="figures">
        <Figure
          title="Part de chaque tranche de montant total"
          drawing={drawings.totalAnnuel}
          table={tables.partsTotalAnnuel}
        />
        <Figure
          title="Part de chaque tranche de dernier don"
          drawing={drawings.dernierDon}
          table={tables.partsDernierDon}
        />
      </div>
      <DataTable table={tables.totalAnnuel} />
      <DataTable table={tables.dernierDon} />
      <Fold title="Repères par année">
        <Section title="Repères par année">
          {latest && <Marks latest={latest} />}
          {tables.reperes ? (
            <DataTable table={tables.reperes} />
          ) : (
            <Unavailable>Les repères de montant n’ont pas pu être chargés.</Unavailable>
          )}
        </Section>
      </Fold>
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
