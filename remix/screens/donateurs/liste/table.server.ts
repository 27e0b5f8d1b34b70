import { type DonateurListe, type Liste, listeCsv } from '#contract/listes'
import { plural } from '#figures/format'
import { colonnesListe } from '#files/listes-columns'
import { linked } from '../../../tables/links'
import { listTable } from '../../../tables/list.server'
import { cardPath } from '../../../ui/donor-link'
import { placeOf } from '../../../ui/print-list'
import type { ShownTable } from '../../../ui/table'

/** A page of a list of donors; its file, served by the service, holds them all. */
export const listeTable = (
  { donateurs, titre, pagination, ...about }: Liste,
  query: Record<string, string>,
): ShownTable =>
  listTable({
    name: 'donateurs',
    title: `${titre}, ${placeOf({ pagination, rows: donateurs.length })}`,
    colonnes: colonnesListe(about),
    rows: donateurs,
    pagination,
    tri: query['tri'] || 'montant',
    // The card lists the gifts.
    cells: {
      dons: ({ contact_id, nombre_dons }: DonateurListe) =>
        linked(nombre_dons, cardPath(contact_id)),
      cumul_dons: ({ contact_id, cumul_dons }: DonateurListe) =>
        linked(cumul_dons, cardPath(contact_id)),
    },
    file: {
      href: listeCsv.page,
      query,
      what: plural(pagination.total_items, 'donateur'),
    },
  })
