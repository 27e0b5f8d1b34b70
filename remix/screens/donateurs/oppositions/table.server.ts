import { type Oppositions, oppositionsCsv } from '#contract/oppositions'
import { plural } from '#figures/format'
import { COLONNES_OPPOSITIONS } from '#files/oppositions-columns'
import { listTable } from '../../../tables/list.server'
import { cardPath } from '../../../ui/donor-link'
import { pagePlace } from '../../../ui/print-list'
import type { ShownTable } from '../../../ui/table'
import { LEVEE_PATH } from './paths'

/** A page of the oppositions; their file, served by the service, has them all. */
export function oppositionsTable(
  { actes, pagination }: Oppositions,
  query: Record<string, string>,
): ShownTable {
  const isActs = query['etat'] === 'actes'
  return listTable({
    name: 'oppositions',
    title: `${isActs ? 'Tous les actes' : 'Oppositions qui valent'}, ${pagePlace(pagination)}`,
    colonnes: COLONNES_OPPOSITIONS,
    rows: actes,
    pagination,
    cells: {
      contact: ({ contact_id }) =>
        contact_id === null
          ? undefined
          : { value: `Contact ${contact_id}`, href: cardPath(contact_id) },
      acte: ({ numero, levee, vaut }) =>
        levee || !vaut ? undefined : { value: 'Lever', href: `${LEVEE_PATH}?numero=${numero}` },
    },
    file: {
      href: oppositionsCsv.page,
      query,
      what: plural(pagination.total_items, isActs ? 'acte' : 'opposition'),
    },
  })
}
