import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { remerciements } from '#contract/remerciements'
import { readPage } from '../../../forms/filters.server'
import { donors } from '../../../tables/links'
import { DataTable } from '../../../ui/data-table'
import { type Filter, FilterForm } from '../../../ui/filter-form'
import { Empty, Page } from '../../../ui/page'
import { Pagination } from '../../../ui/pagination'
import type { Handle } from '../../../ui/screen'
import { REMERCIEMENTS } from './paths'
import { remerciementsTable } from './table.server'

export const handle: Handle = { title: 'Remerciements', tab: 'Remerciements – Donateurs' }
const TO_THANK = donors({ ensemble: 'tous', remercie: 'non', tri: 'dernier_don' })
const FIELDS: Filter[] = [
  {
    name: 'etat',
    label: 'Montrer',
    choices: [
      ['en_vigueur', 'ceux qui valent'],
      ['actes', 'tous les actes, repris compris'],
    ],
  },
]

export async function loader({ request }: LoaderFunctionArgs) {
  const failed = 'Erreur lors du chargement des remerciements'
  const shown = await readPage(remerciements, request, failed)
  return { ...shown, table: remerciementsTable(shown.found, shown.filters) }
}

export default function Thanks() {
  const { found, table, asked, fault } = useLoaderData<typeof loader>()
  return (
    <Page
      subtitle="Qui a été remercié, quel jour et par qui"
      actions={
        <Link className="button button-outline" to={TO_THANK}>
          Donateurs à remercier
        </Link>
      }
    >
      <FilterForm
        title="Filtrer"
        fields={FIELDS}
        path={REMERCIEMENTS}
        kept={{}}
        asked={asked}
        fault={fault}
      />
      {found.actes.length === 0 ? (
        <Empty>
          <p>
            Aucun remerciement n’est noté. Cochez des donateurs dans la liste de ceux qui sont à
            remercier, ou ouvrez une fiche.
          </p>
          <Link to={TO_THANK}>Voir les donateurs à remercier</Link>
        </Empty>
      ) : (
        <>
          <DataTable table={table} />
          <Pagination pagination={found.pagination} label="Pages des remerciements" />
        </>
      )}
    </Page>
  )
}
