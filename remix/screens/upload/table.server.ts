import { type JournalImports, journalImports } from '#contract/imports'
import { call } from '../../service/service.server'
import { defineTableOf } from '../../tables/define.server'
import { cardPath } from '../../ui/donor-link'
import type { Cell, Column, ShownTable, Table } from '../../ui/table'
import { modelOf, STATUS, TYPES } from './words'

type Entry = JournalImports['imports'][number]

/** A column, its value, and whether it is separate on screen. */
interface Part extends Column {
  of: (entry: Entry) => Cell
  hasOwnColumn: boolean
}

type Shown = Partial<Pick<Part, 'key' | 'hasOwnColumn'>>

const part = (
  title: string,
  format: Column['format'],
  of: Part['of'],
  { key, hasOwnColumn = true }: Shown = {},
): Part => ({ title, key, format, of, hasOwnColumn })

const PARTS: readonly Part[] = [
  part('Commencé le', 'instant', ({ commence_le }) => commence_le, { key: 'commence' }),
  part('Type', 'texte', ({ type }) => TYPES[type], { hasOwnColumn: false }),
  part(
    'Fichier',
    'texte',
    ({ filename, partage }) =>
      partage === null ? filename : { value: filename, href: cardPath(partage) },
    { key: 'fichier' },
  ),
  part('Modèle', 'texte', ({ outil }) => modelOf(outil), { hasOwnColumn: false }),
  part('Taille (octets)', 'nombre', ({ taille }) => taille, { hasOwnColumn: false }),
  part('SHA-256', 'texte', ({ sha256 }) => sha256, { hasOwnColumn: false }),
  part('État', 'texte', ({ status }) => STATUS[status], { key: 'etat' }),
  part('Durée (s)', 'nombre', ({ processing_time }) => processing_time, { hasOwnColumn: false }),
  part('Lignes', 'nombre', ({ resultat, outil }) =>
    outil ? outil.lignes : (resultat?.total_rows ?? null),
  ),
  part('Insérées', 'nombre', ({ resultat }) => resultat?.inseres ?? null),
  part('Modifiées', 'nombre', ({ resultat }) => resultat?.modifies ?? null),
  part('Inchangées', 'nombre', ({ resultat }) => resultat?.inchanges ?? null),
  part('Doublons', 'nombre', ({ resultat }) => resultat?.doublons ?? null),
  part('Rejetées', 'nombre', ({ resultat }) => resultat?.rejetes ?? null),
  part('Retirées', 'nombre', ({ resultat }) => resultat?.retires ?? null, {
    hasOwnColumn: false,
  }),
  part('Par', 'texte', ({ importe_par }) => importe_par, { hasOwnColumn: false }),
]

const contentOf = (parts: readonly Part[], { imports }: JournalImports): Omit<Table, 'name'> => ({
  title: 'Journal des imports',
  columns: parts.map(({ title, format, key }) => ({ title, format, key })),
  rows: imports.map((entry) => parts.map(({ of }) => of(entry))),
})

/** Every column, for the file. */
export const journalDesImports = defineTableOf(
  'journal-des-imports',
  async (request) => [await call(journalImports, { query: { limit: 20 } }, request)],
  (journal: JournalImports) => contentOf(PARTS, journal),
)

/** The columns on screen, the others stacked under one of them; the file has every column. */
export const journalEnBref = (journal: JournalImports): ShownTable => ({
  ...journalDesImports.build(journal),
  ...contentOf(
    PARTS.filter(({ hasOwnColumn }) => hasOwnColumn),
    journal,
  ),
})
