import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type Cohortes, cohortes } from '#contract/cohortes'
import { horizon } from '#contract/horizon'
import { formatDay, formatPercent, plural } from '#figures/format'
import { drawHeatMap } from '../../../charts/heat-map.server'
import { noGifts } from '../../../forms/year.server'
import { call, failing } from '../../../service/service.server'
import { DataTable, FileLink } from '../../../ui/data-table'
import { Figure } from '../../../ui/figure'
import { Page, Section } from '../../../ui/page'
import type { Handle } from '../../../ui/screen'
import {
  anneesCohortes,
  donateursCohortes,
  members,
  montantsCohortes,
  partsCohortes,
} from './table.server'

export const handle: Handle = {
  title: 'Cohortes de donateurs',
  subtitle: 'Que deviennent les donateurs, selon l’année de leur premier don',
  tab: 'Cohortes',
  hasFigures: true,
}

export async function loader({ request }: LoaderFunctionArgs) {
  const [found, reach] = await Promise.all([
    call(cohortes, {}, request),
    call(horizon, {}, request),
  ]).catch(failing('Erreur lors du chargement des données'))
  if (reach.horizon === null) throw noGifts()
  return {
    reach,
    drawing: draw(found, reach.horizon, reach.annee_en_cours),
    tables: {
      parts: partsCohortes.build(found),
      donateurs: donateursCohortes.build(found),
      montants: montantsCohortes.build(found),
    },
    file: anneesCohortes.build(found).download,
  }
}

/** Maximum number of years drawn, latest first: a mark weighs half a kilobyte. */
const ANNEES = 40

/** Heat map of these cohorts; years after the horizon are not drawn. */
function draw({ data }: Cohortes, day: string | null, running: number | null) {
  const latest = Number(day?.slice(0, 4))
  const shown = data.filter(({ cohorte }) => cohorte > latest - ANNEES)
  const cells = shown.flatMap(({ cohorte, annees }) =>
    annees
      .filter(({ annee }) => annee <= latest)
      .map(({ annee, pourcentage, donateurs }) => ({
        row: String(cohorte),
        column: String(annee),
        value: pourcentage,
        href: donateurs > 0 ? members(cohorte, annee) : undefined,
        title: `Cohorte ${cohorte} en ${annee}\u00A0: ${formatPercent(pourcentage)} (${plural(donateurs, 'donateur')})`,
      })),
  )
  return drawHeatMap(cells, {
    label: 'Part de chaque cohorte qui a donné, par année',
    base: ({ row, column }) => row === column,
    running: running === null ? undefined : String(running),
  })
}

export default function CohortesScreen() {
  const { reach, drawing, tables, file } = useLoaderData<typeof loader>()
  return (
    <Page analysis tables={tables} weighed="years" measure="donateurs">
      <Section title="Part de chaque cohorte qui a donné, par année">
        <p className="mention">
          Une cohorte réunit les donateurs dont le premier don est de la même année.
          {reach.annee_en_cours !== null &&
            ` L’année ${reach.annee_en_cours}, hachurée, n’est connue que jusqu’au ${formatDay(reach.horizon)}.`}
        </p>
        <Figure nested title="Donateurs revenus" drawing={drawing} table={tables.parts} />
        <DataTable table={tables.donateurs} />
        <DataTable folded table={tables.montants} />
        <p className="download">
          <FileLink file={file} />
        </p>
      </Section>
    </Page>
  )
}
