/** States of an export, in words. */
export const ETATS_EXPORT = {
  complet: 'Complet',
  en_cours: 'En cours',
  interrompu: 'Interrompu',
} as const
