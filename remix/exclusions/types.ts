/** Labels of the log's events. */
export const TYPES_EVENEMENTS = {
  EXCLUSION: 'Exclusion',
  REINTEGRATION: 'Réintégration',
  ARRETE: 'Arrêté',
} as const
