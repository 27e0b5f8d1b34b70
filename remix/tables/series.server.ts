import type { Series, SeriesFiltres } from '#contract/series'
import { plural } from '#figures/format'
import { COLONNES_SERIES } from '#files/series-columns'
import { cardPath } from '../ui/donor-link'
import { placeOf } from '../ui/print-list'
import type { ShownTable, Table } from '../ui/table'
import { wholeFile } from './csv.server'
import { SERIES } from './links'
import { pageOnly } from './paged'

/** A page of the series of gifts; their file, served by the service, has them all. */
export function seriesTable(
  { series, pagination }: Series,
  filtres: Record<keyof SeriesFiltres, string> | Record<string, string>,
): ShownTable {
  const table: Table = {
    name: 'series-de-dons',
    title: `Séries de dons, ${placeOf({ pagination, rows: series.length })}`,
    definition: 'reguliers-survie',
    columns: COLONNES_SERIES.map(({ title, format }) => ({ title, format })),
    rows: series.map((serie) =>
      COLONNES_SERIES.map(({ title, of }) =>
        title === 'Contact'
          ? { value: serie.contact_id, href: cardPath(serie.contact_id) }
          : title === 'Arrêtée le'
            ? (serie.arret ?? '–')
            : of(serie),
      ),
    ),
    ...pageOnly(pagination),
  }
  const total = pagination.total_items
  const what = plural(total, 'série')
  return {
    ...table,
    download: wholeFile(`${SERIES}.csv`, filtres, { page: table, total, what }),
  }
}
