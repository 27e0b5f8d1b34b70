import { type Remerciements, remerciementsCsv } from '#contract/remerciements'
import { plural } from '#figures/format'
import { COLONNES_REMERCIEMENTS } from '#files/remerciements-columns'
import { listTable } from '../../../tables/list.server'
import { cardPath } from '../../../ui/donor-link'
import { pagePlace } from '../../../ui/print-list'
import type { ShownTable } from '../../../ui/table'
import { REPRISE_PATH } from './paths'

/** A page of the thank-yous; their file, served by the service, has them all. */
export function remerciementsTable(
  { actes, pagination }: Remerciements,
  query: Record<string, string>,
): ShownTable {
  const isActs = query['etat'] === 'actes'
  return listTable({
    name: 'remerciements',
    title: `${isActs ? 'Tous les actes' : 'Remerciements'}, ${pagePlace(pagination)}`,
    colonnes: COLONNES_REMERCIEMENTS,
    rows: actes,
    pagination,
    cells: {
      nom: ({ contact_id, nom }) => ({ value: nom ?? 'Sans nom', href: cardPath(contact_id) }),
      acte: ({ numero, vaut }) =>
        vaut ? { value: 'Reprendre', href: `${REPRISE_PATH}?numero=${numero}` } : undefined,
    },
    file: {
      href: remerciementsCsv.page,
      query,
      what: plural(pagination.total_items, isActs ? 'acte' : 'remerciement'),
    },
  })
}
