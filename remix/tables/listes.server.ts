import type { DonateurListe, Liste } from '#contract/listes'
import { plural } from '#figures/format'
import { type ColonneListe, colonnesListe } from '#files/listes-columns'
import { cardPath } from '../ui/donor-link'
import { placeOf } from '../ui/print-list'
import type { Cell, ShownTable, Table } from '../ui/table'
import { wholeFile } from './csv.server'
import { linked } from './links'

/** A column's cell; a number of gifts links to the card, which lists them. */
function cellOf({ format, of }: ColonneListe, donateur: DonateurListe): Cell {
  const cell = of(donateur) ?? null
  return format === 'nombre' && typeof cell === 'number'
    ? linked(cell, cardPath(donateur.contact_id))
    : cell
}

/** A page of a list of donors. Its file, served by the service, holds them all; its size is an estimate. */
export function listeTable(
  { donateurs, titre, pagination, ...about }: Liste,
  query: Record<string, string>,
): ShownTable {
  const build = (place: 'ecran' | 'fichier'): Table => {
    const columns = colonnesListe(about, place)
    return {
      name: 'donateurs',
      title: `${titre}, ${placeOf({ pagination, rows: donateurs.length })}`,
      tri: query['tri'] || 'montant',
      columns: columns.map(({ title, key, format, group, tri }) => ({
        title,
        key,
        format,
        group,
        tri,
      })),
      rows: donateurs.map((donateur) => columns.map((column) => cellOf(column, donateur))),
    }
  }
  const total = pagination.total_items
  const what = plural(total, 'donateur')
  return {
    ...build('ecran'),
    download: wholeFile('/donateurs/liste.csv', query, { page: build('fichier'), total, what }),
  }
}
