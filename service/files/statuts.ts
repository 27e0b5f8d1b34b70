/** What one donor's status is called. */
export const STATUT_TITRES = {
  actif: 'Actif',
  dormant: 'Dormant',
  inactif: 'Inactif',
  tres_inactif: 'Très inactif',
} as const
