import type { Export } from '#contract/exports'
import { formatSeconds } from '#figures/format'
import type { Colonne } from './colonnes'
import { ETATS_EXPORT, nameFile, setOf } from './exports-words'

const ecran = { place: 'ecran' } as const
const fichier = { place: 'fichier' } as const

/** The columns of the journal of exports. */
export const COLONNES_EXPORTS: readonly Colonne<Export>[] = [
  {
    title: 'Commencé le',
    key: 'commence',
    format: 'instant',
    ...ecran,
    of: (one) => one.commence_le,
  },
  {
    title: 'Commencé le (Paris)',
    format: 'texte',
    ...fichier,
    of: ({ commence_le }) => formatSeconds(commence_le),
  },
  { title: 'Fichier', format: 'texte', ...ecran, of: (one) => nameFile(one) },
  { title: 'Fichier', format: 'code', ...fichier, of: (one) => one.fichier },
  { title: 'Ensemble', format: 'texte', ...ecran, of: setOf },
  {
    title: 'Ensemble',
    format: 'texte',
    ...fichier,
    of: ({ parametres }) => new URLSearchParams(parametres).toString(),
  },
  { title: 'Par', format: 'texte', ...fichier, of: ({ par }) => par },
  { title: 'État', format: 'texte', of: ({ statut }) => ETATS_EXPORT[statut] },
  { title: 'Lignes', format: 'nombre', of: ({ lignes }) => lignes },
  { title: 'SHA-256', key: 'sha256', format: 'code', of: ({ sha256 }) => sha256 },
]
