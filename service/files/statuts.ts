/** Labels of a donor's status. */
export const STATUT_TITRES = {
  actif: 'Actif',
  dormant: 'Dormant',
  inactif: 'Inactif',
  tres_inactif: 'Très inactif',
} as const
