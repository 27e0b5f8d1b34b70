export type Operation = 'exclure' | 'reintegrer'

/** The words of both confirmations: the browser's dialog and the page say the same. */
export const OPERATIONS = {
  exclure: {
    button: 'Exclure',
    question: 'Êtes-vous sûr de vouloir exclure ce donateur\u202F?',
    consequence: 'Toutes ses donations seront marquées comme invalides dans les statistiques.',
    failed: "Erreur lors de l'exclusion",
    perhaps: 'est peut-être exclu',
  },
  reintegrer: {
    button: 'Réintégrer',
    question: 'Êtes-vous sûr de vouloir réintégrer ce donateur\u202F?',
    consequence: 'Ses donations redeviendront valides dans les statistiques.',
    failed: 'Erreur lors de la réintégration',
    perhaps: 'est peut-être réintégré',
  },
} as const satisfies Record<Operation, Record<string, string>>

export const isOperation = (value: unknown): value is Operation =>
  value === 'exclure' || value === 'reintegrer'

export const EXCLUSION_PATH = '/donations/exclusion'

/** What is said where nobody knows whether the decision was recorded, and how to find out. */
export const uncertainty = (operation: Operation, contactId: string) =>
  `L’issue n’est pas connue\u00A0: le donateur ${contactId} ${OPERATIONS[operation].perhaps}. Son état dans la liste et l’historique des exclusions le diront\u00A0; recommencer est sans risque, rien n’est enregistré deux fois.`
