import { RAISON_PAR_DEFAUT, RAISON_REINTEGRATION } from '#contract/constants'

export type Operation = 'exclure' | 'reintegrer'

/** Words shared by both confirmations: dialog and page. */
export const OPERATIONS = {
  exclure: {
    button: 'Exclure',
    question: 'Êtes-vous sûr de vouloir exclure ce donateur\u202F?',
    consequence: 'Toutes ses donations seront marquées comme invalides dans les statistiques.',
    raison: RAISON_PAR_DEFAUT,
    failed: "Erreur lors de l'exclusion",
    perhaps: 'est peut-être exclu',
  },
  reintegrer: {
    button: 'Réintégrer',
    question: 'Êtes-vous sûr de vouloir réintégrer ce donateur\u202F?',
    consequence: 'Ses donations redeviendront valides dans les statistiques.',
    raison: RAISON_REINTEGRATION,
    failed: 'Erreur lors de la réintégration',
    perhaps: 'est peut-être réintégré',
  },
} as const satisfies Record<Operation, Record<string, string>>

export const isOperation = (value: unknown): value is Operation =>
  value === 'exclure' || value === 'reintegrer'

export const EXCLUSION_PATH = '/donations/exclusion'
/** Field of what is only to be confirmed there: who and why come along, and are asked again. */
export const TO_CONFIRM = 'a_confirmer'
export const ENSEMBLE_PATH = '/donations/exclusions'
export const LEGITIME_PATH = '/donations/legitime'
export const POIDS_PATH = '/donations/poids'
export const COLLECTIF_PATH = '/donations/collectif'

/** Words for several donors at once. */
export const ENSEMBLE = {
  question: (count: string) => `Êtes-vous sûr de vouloir exclure ces ${count}\u202F?`,
  consequence: 'Toutes leurs donations seront marquées comme invalides dans les statistiques.',
} as const

/** Maximum length of a reason, in characters. */
export const RAISON_MAX = 1000

/** Joins sentences into a reason, truncated to the limit. */
export function reasonOf(sentences: readonly string[]): string {
  const text = sentences.join(' ')
  return text.length <= RAISON_MAX ? text : `${text.slice(0, RAISON_MAX - 1)}…`
}

/** What may be so where the outcome is unknown, and what will say it. */
export const perhaps = (operation: Operation, contactId: string) =>
  `le donateur ${contactId} ${OPERATIONS[operation].perhaps}. Son état dans la liste et l’historique des exclusions le diront`
