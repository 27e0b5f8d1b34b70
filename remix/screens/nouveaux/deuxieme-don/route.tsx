import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type DeuxiemeDon, deuxiemeDon } from '#contract/deuxieme-don'
import { formatDay } from '#figures/format'
import { drawRates } from '../../../charts/rates.server'
import { noGifts } from '../../../forms/year.server'
import { call, failing } from '../../../service/service.server'
import { DELAIS } from '../../../tables/taux'
import { DataTable } from '../../../ui/data-table'
import { Figure } from '../../../ui/figure'
import { Page, Section } from '../../../ui/page'
import type { Handle } from '../../../ui/screen'
import { deuxiemesDons, tauxDeuxiemeDon } from './table.server'

export const handle: Handle = {
  title: 'Deuxième don',
  subtitle: 'Combien de nouveaux donateurs redonnent, et en combien de temps',
  hasFigures: true,
}

export async function loader({ request }: LoaderFunctionArgs) {
  const found = await call(deuxiemeDon, {}, request).catch(
    failing('Erreur lors du chargement des données'),
  )
  if (found.horizon === null) throw noGifts()
  return {
    jour: found.horizon,
    drawing: draw(found),
    tables: { parts: tauxDeuxiemeDon.build(found), cohortes: deuxiemesDons.build(found) },
  }
}

const draw = ({ data }: DeuxiemeDon) =>
  drawRates(
    DELAIS.map(({ key, label }) => ({
      label: `En ${label}`,
      points: data.map(({ cohorte, nouveaux, mois }) => ({
        annee: cohorte,
        valeur: mois[key].taux,
        open: mois[key].echus < nouveaux,
      })),
    })),
    'Part des nouveaux donateurs revenus, par année du premier don',
  )

export default function DeuxiemeDonScreen() {
  const { jour, drawing, tables } = useLoaderData<typeof loader>()
  return (
    <Page analysis tables={tables} weighed="years" measure="nouveaux">
      <Section title="Part des nouveaux donateurs revenus">
        <p className="mention">
          Un nouveau donateur est revenu s’il a donné à nouveau, un autre jour, dans les 3, 12 ou
          24&nbsp;mois qui suivent son premier don. Seuls comptent ceux dont ce délai était écoulé
          au {formatDay(jour)}, dernier jour des données&nbsp;; un point creux signale une année
          dont une partie seulement des donateurs compte. Le délai médian est celui des donateurs
          revenus en 24&nbsp;mois.
        </p>
        <Figure
          nested
          title="Revenus, par année du premier don"
          drawing={drawing}
          table={tables.parts}
        />
        <DataTable table={tables.cohortes} />
      </Section>
    </Page>
  )
}
