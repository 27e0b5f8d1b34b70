import type { Changements } from '#contract/changements'
import { plural } from '#figures/format'
import { colonnesChangements } from '#files/changements-columns'
import { CHANGEMENTS } from '../../../../tables/links'
import { listTable } from '../../../../tables/list.server'
import { cardPath } from '../../../../ui/donor-link'
import { pagePlace } from '../../../../ui/print-list'
import type { ShownTable } from '../../../../ui/table'

/** A page of the gifts that an import changed; their file, served by the service, has them all. */
export const donsChanges = (
  { upload_id, dons, pagination }: Changements,
  annee: number | undefined,
): ShownTable =>
  listTable({
    name: 'dons-changes',
    title: `Dons changés, ${pagePlace(pagination)}`,
    colonnes: colonnesChangements(annee),
    rows: dons,
    pagination,
    cells: {
      avant: ({ montant_avant }) => montant_avant ?? '–',
      contact: ({ contact_id }) => ({ value: contact_id, href: cardPath(contact_id) }),
    },
    file: {
      href: `${CHANGEMENTS}.csv`,
      query: { import: upload_id, ...(annee !== undefined && { annee: String(annee) }) },
      what: plural(pagination.total_items, 'don'),
    },
  })
