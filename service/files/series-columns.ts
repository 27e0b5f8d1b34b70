import type { Serie } from '#contract/series'
import type { CsvCell } from './csv'

/** A column of the list of series, on screen and in its file. */
export interface ColonneSeries {
  title: string
  format: 'texte' | 'code' | 'jour' | 'montant' | 'nombre'
  of: (serie: Serie) => CsvCell
}

const RYTHMES: Record<Serie['rythme'], string> = {
  mensuel: 'Mensuel',
  trimestriel: 'Trimestriel',
  annuel: 'Annuel',
}

export const COLONNES_SERIES: readonly ColonneSeries[] = [
  { title: 'Contact', format: 'code', of: ({ contact_id }) => contact_id },
  {
    title: 'Donateur',
    format: 'texte',
    of: ({ firstname, lastname }) => [firstname, lastname].filter(Boolean).join(' ') || null,
  },
  { title: 'Rythme', format: 'texte', of: ({ rythme }) => RYTHMES[rythme] },
  { title: 'Montant', format: 'montant', of: ({ montant }) => montant },
  { title: 'Dons', format: 'nombre', of: ({ donations }) => donations },
  { title: 'Total', format: 'montant', of: ({ total }) => total },
  { title: 'Premier don', format: 'jour', of: ({ premier }) => premier },
  { title: 'Connue le', format: 'jour', of: ({ connue_le }) => connue_le },
  { title: 'Dernier don', format: 'jour', of: ({ dernier }) => dernier },
  { title: 'Mois', format: 'nombre', of: ({ mois }) => mois },
  { title: 'Arrêtée le', format: 'jour', of: ({ arret }) => arret },
]
