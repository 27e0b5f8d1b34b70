import type { Liste } from '#contract/listes'
import { plural } from '#figures/format'
import { colonnesListe } from '#files/listes-columns'
import type { ShownTable, Table } from '../ui/table'
import { wholeFile } from './csv.server'

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
      rows: donateurs.map((donateur) => columns.map(({ of }) => of(donateur))),
    }
  }
  const total = pagination.total_items
  const what = plural(total, 'donateur')
  return {
    ...build('ecran'),
    download: wholeFile('/donateurs/liste.csv', query, { page: build('fichier'), total, what }),
  }
}
