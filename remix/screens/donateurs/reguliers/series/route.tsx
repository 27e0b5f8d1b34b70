import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Rythme } from '#contract/reguliers'
import { series, SeriesFiltres } from '#contract/series'
import { capital, formatDay, plural } from '#figures/format'
import { type Filters, filtersOf, readFiltered } from '../../../../forms/filters.server'
import { noGifts } from '../../../../forms/year.server'
import { call, failing } from '../../../../service/service.server'
import { readList } from '../../../../service/whole-list.server'
import { SERIES } from '../../../../tables/links'
import { DataTable } from '../../../../ui/data-table'
import { FilterForm } from '../../../../ui/filter-form'
import { Empty, Page } from '../../../../ui/page'
import { Pagination } from '../../../../ui/pagination'
import { PrintList } from '../../../../ui/print-list'
import type { Handle } from '../../../../ui/screen'
import { Unlisted } from '../../../../ui/unlisted'
import { YearLink } from '../../../../ui/year-link'
import { seriesTable } from './table.server'

const SUBTITLE = 'Chaque série que l’on connaît, la plus longue d’abord'

export const handle: Handle = {
  title: 'Séries de dons',
  subtitle: SUBTITLE,
  hasFigures: true,
}
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
  if (answer.horizon === null) throw noGifts()
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
  const { asked } = shown
  return (
    <Page
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
          <p>Aucune série ne correspond.</p>
        </Empty>
      ) : (
        <DataTable table={table} />
      )}
      <Pagination pagination={pagination} label="Pages des séries" />
      <PrintList pagination={pagination} rows={rows} />
    </Page>
  )
}
