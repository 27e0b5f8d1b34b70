import type { JournalImports } from '#contract/imports.ts'
import type { Table } from '../ui/table'

const STATUS = { processing: 'En cours', completed: 'Terminé', error: 'Échoué' } as const

export function journalDesImports({ imports }: JournalImports): Table {
  return {
    name: 'journal-des-imports',
    title: 'Journal des imports',
    columns: [
      { title: 'Commencé le', format: 'instant' },
      { title: 'Type', format: 'texte' },
      { title: 'Fichier', format: 'texte' },
      { title: 'État', format: 'texte' },
      { title: 'Lignes', format: 'nombre' },
      { title: 'Insérées', format: 'nombre' },
      { title: 'Modifiées', format: 'nombre' },
      { title: 'Inchangées', format: 'nombre' },
      { title: 'Doublons', format: 'nombre' },
      { title: 'Rejetées', format: 'nombre' },
      { title: 'Par', format: 'texte' },
    ],
    rows: imports.map((entry) => [
      entry.commence_le,
      entry.type === 'donateurs' ? 'Donateurs' : 'Donations',
      entry.filename,
      STATUS[entry.status],
      entry.resultat?.total_rows ?? null,
      entry.resultat?.inseres ?? null,
      entry.resultat?.modifies ?? null,
      entry.resultat?.inchanges ?? null,
      entry.resultat?.doublons ?? null,
      entry.resultat?.rejetes ?? null,
      entry.importe_par,
    ]),
  }
}
