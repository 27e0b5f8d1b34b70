import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { decisions } from '#contract/verification'
import { readPage } from '../../../forms/filters.server'
import { A_VERIFIER, LEGITIMES } from '../../../tables/links'
import { DataTable } from '../../../ui/data-table'
import { DonorLink } from '../../../ui/donor-link'
import { type Filter, FilterForm } from '../../../ui/filter-form'
import { Empty, Page } from '../../../ui/page'
import { Pagination } from '../../../ui/pagination'
import type { Handle } from '../../../ui/screen'
import { Unlisted } from '../../../ui/unlisted'
import { YearLink } from '../../../ui/year-link'
import { decisionsTable } from '../a-verifier/table.server'

export const handle: Handle = { title: 'Donateurs jugés légitimes' }
const FIELDS: Filter[] = [
  { name: 'contact_id', label: 'Contact' },
  { name: 'du', label: 'Du', type: 'date' },
  { name: 'au', label: 'Au', type: 'date' },
]

export async function loader({ request }: LoaderFunctionArgs) {
  const shown = await readPage(decisions, request, 'Erreur lors du chargement des données')
  return { ...shown, table: decisionsTable(shown.found, shown.filters) }
}

export default function Genuine() {
  const { found, table, asked, filters, fault } = useLoaderData<typeof loader>()
  return (
    <Page
      subtitle="Qui a été jugé légitime, par qui, quand et pourquoi&nbsp;; personne ne peut l’effacer"
      actions={
        <YearLink className="button button-outline" to={A_VERIFIER}>
          Retour aux donateurs à vérifier
        </YearLink>
      }
    >
      <FilterForm
        title="Filtrer"
        fields={FIELDS}
        path={LEGITIMES}
        kept={{}}
        asked={asked}
        fault={fault}
      />
      {found.decisions.length === 0 ? (
        <Empty>
          <p>
            {Object.keys(filters).length > 0
              ? 'Aucune décision ne correspond à ces filtres.'
              : 'Aucun donateur n’a encore été jugé légitime.'}
          </p>
          <YearLink to={A_VERIFIER}>Voir les donateurs à vérifier</YearLink>
        </Empty>
      ) : (
        <>
          <Unlisted>
            Les raisons sont celles du moment de chaque décision&nbsp;: leurs nombres n’ont plus de
            liste.
          </Unlisted>
          <DataTable
            table={table}
            render={{
              contact: (row) => {
                const contact = found.decisions[row]?.contact_id ?? ''
                return <DonorLink contactId={contact}>{contact}</DonorLink>
              },
            }}
          />
          <Pagination pagination={found.pagination} label="Pages des décisions" />
        </>
      )}
    </Page>
  )
}
