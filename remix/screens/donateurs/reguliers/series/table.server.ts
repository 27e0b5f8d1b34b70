import { type Series, seriesCsv } from '#contract/series'
import { plural } from '#figures/format'
import { nameOf } from '#files/colonnes'
import { COLONNES_SERIES } from '#files/series-columns'
import { listTable } from '../../../../tables/list.server'
import { cardPath } from '../../../../ui/donor-link'
import { placeOf } from '../../../../ui/print-list'
import type { ShownTable } from '../../../../ui/table'

/** A page of the series of gifts; their file, served by the service, has them all. */
export const seriesTable = (
  { series, pagination }: Series,
  query: Record<string, string>,
): ShownTable =>
  listTable({
    name: 'series-de-dons',
    title: `Séries de dons, ${placeOf({ pagination, rows: series.length })}`,
    definition: 'reguliers-survie',
    colonnes: COLONNES_SERIES,
    rows: series,
    pagination,
    cells: {
      nom: (serie) => ({ value: nameOf(serie) ?? 'Sans nom', href: cardPath(serie.contact_id) }),
      arret: ({ arret }) => arret ?? '–',
    },
    file: { href: seriesCsv.page, query, what: plural(pagination.total_items, 'série') },
  })
