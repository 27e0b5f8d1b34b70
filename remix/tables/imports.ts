import type { JournalImports } from '#contract/imports'
import type { Cell, Column, Table } from '../ui/table'

type Entry = JournalImports['imports'][number]

export const STATUS = { processing: 'En cours', completed: 'Terminé', error: 'Échoué' } as const

export const COMMENCE = 'Commencé le'
export const FICHIER = 'Fichier'
export const ETAT = 'État'

/** A column, what it holds of an entry, and whether the screen shows it in a column of its own. */
interface Part extends Column {
  of: (entry: Entry) => Cell
  hasOwnColumn: boolean
}

const part = (
  title: string,
  format: Column['format'],
  of: Part['of'],
  hasOwnColumn = true,
): Part => ({ title, format, of, hasOwnColumn })

const PARTS: readonly Part[] = [
  part(COMMENCE, 'instant', ({ commence_le }) => commence_le),
  part('Type', 'texte', ({ type }) => (type === 'donateurs' ? 'Donateurs' : 'Donations')),
  part(FICHIER, 'texte', ({ filename }) => filename),
  part('Taille (octets)', 'nombre', ({ taille }) => taille, false),
  part('SHA-256', 'texte', ({ sha256 }) => sha256, false),
  part(ETAT, 'texte', ({ status }) => STATUS[status]),
  part('Durée (s)', 'nombre', ({ processing_time }) => processing_time, false),
  part('Lignes', 'nombre', ({ resultat }) => resultat?.total_rows ?? null),
  part('Insérées', 'nombre', ({ resultat }) => resultat?.inseres ?? null),
  part('Modifiées', 'nombre', ({ resultat }) => resultat?.modifies ?? null),
  part('Inchangées', 'nombre', ({ resultat }) => resultat?.inchanges ?? null),
  part('Doublons', 'nombre', ({ resultat }) => resultat?.doublons ?? null),
  part('Rejetées', 'nombre', ({ resultat }) => resultat?.rejetes ?? null),
  part('Par', 'texte', ({ importe_par }) => importe_par, false),
]

const tableOf = (parts: readonly Part[], { imports }: JournalImports): Table => ({
  name: 'journal-des-imports',
  title: 'Journal des imports',
  columns: parts.map(({ title, format }) => ({ title, format })),
  rows: imports.map((entry) => parts.map(({ of }) => of(entry))),
})

/** Every column, for the file. */
export const journalDesImports = (journal: JournalImports): Table => tableOf(PARTS, journal)

/** The columns that the screen shows; the others stand under one of them. */
export const journalEnBref = (journal: JournalImports): Table =>
  tableOf(
    PARTS.filter(({ hasOwnColumn }) => hasOwnColumn),
    journal,
  )
