import type { Serie } from '#contract/series'
import { type Colonne, nameOf } from './colonnes'

const RYTHMES: Record<Serie['rythme'], string> = {
  mensuel: 'Mensuel',
  trimestriel: 'Trimestriel',
  annuel: 'Annuel',
}

/** The columns of the series of gifts. */
export const COLONNES_SERIES: readonly Colonne<Serie>[] = [
  { title: 'Donateur', key: 'nom', format: 'texte', of: nameOf },
  { title: 'Contact', format: 'code', of: ({ contact_id }) => contact_id },
  { title: 'Rythme', format: 'texte', of: ({ rythme }) => RYTHMES[rythme] },
  { title: 'Montant', format: 'montant', early: true, of: ({ montant }) => montant },
  { title: 'Dons', format: 'nombre', of: ({ donations }) => donations },
  { title: 'Total', format: 'montant', of: ({ total }) => total },
  { title: 'Premier don', format: 'jour', of: ({ premier }) => premier },
  { title: 'Connue le', format: 'jour', of: ({ connue_le }) => connue_le },
  { title: 'Dernier don', format: 'jour', of: ({ dernier }) => dernier },
  { title: 'Mois', format: 'nombre', of: ({ mois }) => mois },
  { title: 'Arrêtée le', key: 'arret', format: 'jour', of: ({ arret }) => arret },
]
