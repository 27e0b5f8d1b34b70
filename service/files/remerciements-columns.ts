import type { Remerciement } from '#contract/remerciements'
import { type Colonne, ouiNon } from './colonnes'

const ecran = { place: 'ecran' } as const
const fichier = { place: 'fichier' } as const

/** What became of an act. */
const stateOf = ({ reprend, vaut }: Remerciement) =>
  reprend === null ? (vaut ? 'Vaut' : 'Repris') : `Reprend l’acte ${reprend}`

/** The columns of the thank-yous. */
export const COLONNES_REMERCIEMENTS: readonly Colonne<Remerciement>[] = [
  { title: 'Donateur', key: 'nom', format: 'texte', of: ({ nom }) => nom },
  { title: 'Contact', format: 'code', of: ({ contact_id }) => contact_id },
  { title: 'Remercié le', format: 'jour', of: ({ jour }) => jour },
  { title: 'Par', format: 'texte', of: ({ par }) => par },
  {
    title: 'Noté le',
    fichier: 'Noté le (Paris)',
    format: 'instant',
    of: ({ ecrit_le }) => ecrit_le,
  },
  { title: 'Acte', key: 'acte', format: 'texte', ...ecran, of: stateOf },
  { title: 'Numéro', format: 'nombre', ...fichier, of: ({ numero }) => numero },
  { title: 'Reprend l’acte', format: 'nombre', ...fichier, of: ({ reprend }) => reprend },
  { title: 'Vaut', format: 'texte', ...fichier, of: ({ vaut }) => ouiNon(vaut) },
]
