/** Labels of the log's events. */
export const TYPES_EVENEMENTS = {
  EXCLUSION: 'Exclusion',
  REINTEGRATION: 'Réintégration',
  ARRETE: 'Arrêté',
  FUSION: 'Fusion',
  SEPARATION: 'Séparation',
  DISTINCTS: 'Deux personnes',
} as const
