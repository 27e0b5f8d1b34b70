import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Rythme } from '#contract/reguliers'
import { series, SeriesFiltres } from '#contract/series'
import { capital, formatDay, plural } from '#figures/format'
import { type Filters, filtersOf, readFiltered } from '../../../../forms/filters.server'
import { call, failing } from '../../../../service/service.server'
import { readList } from '../../../../service/whole-list.server'
import { SERIES } from '../../../../tables/links'
import { FIGURES } from '../../../../ui/auto-refresh'
import { DataTable } from '../../../../ui/data-table'
import { Failure } from '../../../../ui/failure'
import { FilterForm } from '../../../../ui/filter-form'
import { NoData } from '../../../../ui/no-data'
import { Empty, Page } from '../../../../ui/page'
import { pageTitle } from '../../../../ui/page-title'
import { Pagination } from '../../../../ui/pagination'
import { PrintList } from '../../../../ui/print-list'
import { Unlisted } from '../../../../ui/unlisted'
import { YearLink } from '../../../../ui/year-link'
import { seriesTable } from './table.server'

const TITLE = 'Séries de dons'
const SUBTITLE = 'Chaque série que l’on connaît, la plus longue d’abord'

const PAGE_SIZE = 50

export async function loader({ request }: LoaderFunctionArgs) {
  const names: readonly string[] = SeriesFiltres.keyof().options
  const query = new URL(request.url).searchParams
  const read = (filters: Filters) =>
    readList(query, PAGE_SIZE, 'series', (asked) =>
      call(series, { query: { ...asked, ...filters } }, request),
    )
  const { answer, ...shown } = await readFiltered(filtersOf(query, names), names, read).catch(
    failing('Erreur lors du chargement des données'),
  )
  return {
    horizon: answer.horizon,
    pagination: answer.pagination,
    rows: answer.series.length,
    rythmes: Rythme.options,
    table: seriesTable(answer, shown.filters),
    shown,
  }
}

export default function SeriesScreen() {
  const { horizon, pagination, rows, rythmes, table, shown } = useLoaderData<typeof loader>()
  if (horizon === null) return <NoData title={TITLE} subtitle={SUBTITLE} />
  const { asked } = shown
  return (
    <Page
      title={TITLE}
      subtitle={`${SUBTITLE}, au ${formatDay(horizon)}`}
      actions={
        <YearLink className="button button-outline" to="/donateurs/reguliers">
          Dons réguliers
        </YearLink>
      }
    >
      <p className="mention">
        Ses mois vont du premier don à son arrêt, ou jusqu’au {formatDay(horizon)} si elle est
        encore active. Un donateur peut en avoir plusieurs, et celles qui se sont arrêtées y sont
        aussi&nbsp;: il y en a plus que de donateurs réguliers.
      </p>
      <Unlisted>
        Les dons d’une série n’ont pas de liste à eux&nbsp;: la fiche du donateur les a, avec ses
        autres dons.
      </Unlisted>
      <FilterForm
        title="Filtrer"
        fields={[
          { name: 'suivies', label: 'Mois, au moins' },
          { name: 'arretees', label: 'Arrêtée à ce mois' },
          {
            name: 'rythme',
            label: 'Rythme',
            choices: [
              ['', 'Tous'],
              ...rythmes.map((rythme): [string, string] => [rythme, capital(rythme)]),
            ],
          },
        ]}
        path={SERIES}
        kept={{}}
        asked={asked}
        fault={shown.fault}
      />
      <p className="list-count">
        <span className="badge badge-information">{plural(pagination.total_items, 'série')}</span>
      </p>
      {rows === 0 ? (
        <Empty>
          <p>Aucune série n’est ainsi.</p>
        </Empty>
      ) : (
        <DataTable table={table} />
      )}
      <Pagination pagination={pagination} label="Pages des séries" />
      <PrintList pagination={pagination} rows={rows} />
    </Page>
  )
}

export const handle = FIGURES

export const meta: MetaFunction = () => [{ title: pageTitle(TITLE) }]

export const ErrorBoundary = () => <Failure title={TITLE} />
