import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { z } from 'zod'
import { decisions, DecisionsFiltres } from '#contract/verification'
import { type Filters, filtersOf, readFiltered } from '../../../forms/filters.server'
import { call, failing } from '../../../service/service.server'
import { A_VERIFIER, LEGITIMES } from '../../../tables/links'
import { DataTable } from '../../../ui/data-table'
import { DonorLink } from '../../../ui/donor-link'
import { type Filter, FilterForm } from '../../../ui/filter-form'
import { Empty, Page } from '../../../ui/page'
import { pageOf, Pagination } from '../../../ui/pagination'
import type { Handle } from '../../../ui/screen'
import { Unlisted } from '../../../ui/unlisted'
import { YearLink } from '../../../ui/year-link'
import { decisionsTable } from '../a-verifier/table.server'

export const handle: Handle = { title: 'Donateurs jugés légitimes' }
const FILTERS: readonly string[] = Object.keys(DecisionsFiltres.shape)
const FIELDS: Filter[] = [
  { name: 'contact_id', label: 'Contact' },
  { name: 'du', label: 'Du', type: 'date' },
  { name: 'au', label: 'Au', type: 'date' },
]

export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const read = (filters: Filters) =>
    call(
      decisions,
      { query: { ...(filters as z.input<typeof DecisionsFiltres>), page: pageOf(query) } },
      request,
    )
  const { answer, ...shown } = await readFiltered(filtersOf(query, FILTERS), FILTERS, read).catch(
    failing('Erreur lors du chargement des données'),
  )
  return { found: answer, ...shown, table: decisionsTable(answer, shown.filters) }
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
