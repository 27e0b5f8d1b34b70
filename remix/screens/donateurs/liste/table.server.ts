import { type DonateurListe, type Liste, listeCsv } from '#contract/listes'
import { plural } from '#figures/format'
import { colonnesListe, CUMUL } from '#files/listes-columns'
import { linked } from '../../../tables/links'
import { listTable } from '../../../tables/list.server'
import { cardPath } from '../../../ui/donor-link'
import { placeOf } from '../../../ui/print-list'
import type { ShownTable } from '../../../ui/table'

/** A page of a list of donors; its file, served by the service, holds them all. */
export const listeTable = (
  { donateurs, titre, pagination, ...about }: Liste,
  query: Record<string, string>,
  coordonnees: boolean,
): ShownTable =>
  listTable({
    name: 'donateurs',
    title: `${titre}, ${placeOf({ pagination, rows: donateurs.length })}`,
    colonnes: colonnesListe({
      ...about,
      montre: {
        email: coordonnees || query['avec_email'] === '1',
        telephone: coordonnees || query['avec_telephone'] === '1',
        remercie: query['remercie'] !== undefined,
      },
    }),
    rows: donateurs,
    stacked: about.montants === CUMUL && coordonnees,
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
