export type Operation = 'exclure' | 'reintegrer'

/** The words of both confirmations: the browser's dialog and the page say the same. */
export const OPERATIONS = {
  exclure: {
    button: 'Exclure',
    question: 'Êtes-vous sûr de vouloir exclure ce donateur\u202F?',
    consequence: 'Toutes ses donations seront marquées comme invalides dans les statistiques.',
    failed: "Erreur lors de l'exclusion",
  },
  reintegrer: {
    button: 'Réintégrer',
    question: 'Êtes-vous sûr de vouloir réintégrer ce donateur\u202F?',
    consequence: 'Ses donations redeviendront valides dans les statistiques.',
    failed: 'Erreur lors de la réintégration',
  },
} as const satisfies Record<Operation, Record<string, string>>

export const isOperation = (value: unknown): value is Operation =>
  value === 'exclure' || value === 'reintegrer'

export const EXCLUSION_PATH = '/donations/exclusion'
