import type { DonateurListe, Liste } from '#contract/listes'
import { plural } from '#figures/format'
import { type ColonneListe, colonnesListe } from '#files/listes-columns'
import { cardPath } from '../ui/donor-link'
import type { Cell, ShownTable, Table } from '../ui/table'
import { wholeFile } from './csv.server'
import { linked } from './links'

/** What a column holds of a donor; a number of gifts leads to the card, which has them all, year by year. */
function cellOf({ format, of }: ColonneListe, donateur: DonateurListe): Cell {
  const cell = of(donateur) ?? null
  return format === 'nombre' && typeof cell === 'number'
    ? linked(cell, cardPath(donateur.contact_id))
    : cell
}

/** A page of a list of donors. Its file holds all of them and comes from the service; its weight is a guess. */
export function listeTable(
  { donateurs, montants, titre, pagination }: Liste,
  query: Record<string, string>,
): ShownTable {
  const build = (place: 'ecran' | 'fichier'): Table => {
    const columns = colonnesListe(montants, place)
    return {
      name: 'donateurs',
      title: `${titre}, page ${pagination.current_page} sur ${Math.max(1, pagination.total_pages)}`,
      columns: columns.map(({ title, key, format, group }) => ({ title, key, format, group })),
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
