import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { campagnesAnnees } from '#contract/campagnes'
import {
  CODES_AU_PLUS,
  type VentilationMois,
  ventilation,
  ventilationMois,
} from '#contract/ventilation'
import { formatMoney, formatPercent, SHORT_MONTHS } from '#figures/format'
import { drawHeatMap } from '../../../charts/heat-map.server'
import { readYears } from '../../../forms/year.server'
import { call, failing } from '../../../service/service.server'
import { AXES_VENTILES, nameAxe } from '../../../tables/axes'
import { nameRow } from '../../../tables/others'
import { DataTable } from '../../../ui/data-table'
import { Figure } from '../../../ui/figure'
import { KnownUntil } from '../../../ui/known-until'
import { Page, Section } from '../../../ui/page'
import type { Handle } from '../../../ui/screen'
import { YearForm } from '../../../ui/year-form'
import {
  MESURES,
  partsParMois,
  readAxe,
  readMesure,
  SHOWN,
  ventilationParCode,
  ventilationParMois,
} from './table.server'

export const handle: Handle = {
  title: 'Ventilation de la collecte',
  subtitle: 'Dons et donateurs par code',
  tab: 'Ventilation',
  hasFigures: true,
}

const OTHERS = ` Les ${CODES_AU_PLUS} codes les plus élevés ont chacun leur ligne, tous les autres une seule.`

export async function loader({ request }: LoaderFunctionArgs) {
  const { annees, annee } = await readYears(campagnesAnnees, request)
  const query = new URL(request.url).searchParams
  const axe = readAxe(query)
  const mesure = readMesure(query)
  const params = { axe, annee }
  const [codes, months] = await Promise.all([
    call(ventilation, { params }, request),
    call(ventilationMois, { params }, request),
  ]).catch(failing('Erreur lors du chargement des données'))
  return {
    annees,
    annee,
    axe,
    mesure,
    mesures: MESURES,
    au: codes.au,
    comparable: codes.comparable,
    drawn: months.data.length > SHOWN ? ` (${SHOWN} premiers codes)` : '',
    others: (codes.data.at(-1)?.regroupe ?? 0) > 0 ? OTHERS : '',
    drawing: draw(months),
    tables: {
      codes: ventilationParCode.build(codes),
      parts: partsParMois.build(months),
      mois: ventilationParMois.build(mesure, months),
    },
  }
}

/** Heat map of the largest codes; months that a running year has not reached are not drawn. */
function draw({ annee, au, data }: VentilationMois) {
  const last = au === null ? 12 : Number(au.slice(5, 7))
  const monthName = (mois: number) => SHORT_MONTHS[mois - 1] ?? ''
  const cells = data.slice(0, SHOWN).flatMap((row) =>
    row.mois
      .filter(({ mois }) => mois <= last)
      .map(({ mois, montant, part }) => ({
        row: nameRow(row),
        column: monthName(mois),
        value: part ?? 0,
        title: `${nameRow(row)} – ${monthName(mois)} ${annee}\u00A0: ${formatPercent(part ?? 0)} (${formatMoney(montant)})`,
      })),
  )
  return drawHeatMap(cells, {
    label: `Part de chaque mois de ${annee}, par code`,
    base: () => false,
    running: au === null ? undefined : monthName(last),
    columns: SHORT_MONTHS.slice(0, last),
    rowWidth: 240,
  })
}

export default function VentilationScreen() {
  const screen = useLoaderData<typeof loader>()
  const { annees, annee, axe, mesure, au, comparable, drawing, tables } = screen
  const name = nameAxe(axe)
  return (
    <Page
      subtitle={`Dons et donateurs de l’année ${annee} par ${name.toLowerCase()}`}
      analysis
      tables={tables}
      actions={
        <YearForm
          annees={annees}
          annee={annee}
          others={[
            { label: 'Axe', name: 'axe', value: axe, choices: AXES_VENTILES },
            { label: 'Mois par mois', name: 'mesure', value: mesure, choices: screen.mesures },
          ]}
        />
      }
    >
      <Section title={`Par ${name.toLowerCase()}`}>
        <p className="mention">
          {axe === 'famille'
            ? 'Les familles sont celles du dictionnaire des campagnes, «\u00A0N/A\u00A0» un code sans famille. Un donateur compte une fois par famille, et une seule dans le total\u00A0; un nouveau donateur, à celle de son premier don.'
            : 'Les codes sont ceux des fichiers, «\u00A0N/A\u00A0» un don sans code. Un donateur compte une fois par code, et une seule dans le total\u00A0; un nouveau donateur, au code de son premier don.'}
          {screen.others}
          <KnownUntil annee={annee} au={au} comparable={comparable} />
        </p>
        <DataTable table={tables.codes} />
      </Section>
      <Section title="Mois par mois">
        <Figure
          nested
          title={`Part de chaque mois dans l’année du code${screen.drawn}`}
          drawing={drawing}
          table={tables.parts}
        />
        <DataTable table={tables.mois} />
      </Section>
    </Page>
  )
}
