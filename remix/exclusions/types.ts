/** The events of the log in words. */
export const TYPES_EVENEMENTS = {
  EXCLUSION: 'Exclusion',
  REINTEGRATION: 'Réintégration',
  ARRETE: 'Arrêté',
} as const
