import type { JournalExports } from '#contract/exports'
import { plural } from '#figures/format'
import { ETATS_EXPORT } from '#files/exports-words'
import { FICHIERS, setOf } from '../exports/words'
import type { ShownTable } from '../ui/table'

/** The latest exports. The journal's file, served by the service, has all of them. */
export const journalDesExports = ({ exports, total }: JournalExports): ShownTable => ({
  name: 'journal-des-exports',
  title: 'Journal des exports',
  columns: [
    { title: 'Commencé le', key: 'commence', format: 'instant' },
    { title: 'Fichier', format: 'texte' },
    { title: 'Ensemble', format: 'texte' },
    { title: 'État', format: 'texte' },
    { title: 'Lignes', format: 'nombre' },
    { title: 'SHA-256', key: 'sha256', format: 'code' },
  ],
  rows: exports.map((entry) => [
    entry.commence_le,
    FICHIERS[entry.fichier],
    setOf(entry),
    ETATS_EXPORT[entry.statut],
    entry.lignes,
    entry.sha256,
  ]),
  download: {
    href: '/upload/exports.csv',
    text: `Télécharger ${plural(total, 'export')} des 12 derniers mois (CSV)`,
  },
})
