/** The statuses in their order, with their colour and what each means in a year. */
export const STATUTS = [
  {
    key: 'actifs',
    title: 'Actifs',
    mark: '1',
    meaning: (annee: number) => `ont donné en ${annee}`,
  },
  {
    key: 'dormants',
    title: 'Dormants',
    mark: '3',
    meaning: (annee: number) => `ont donné pour la dernière fois en ${annee - 1}`,
  },
  {
    key: 'inactifs',
    title: 'Inactifs',
    mark: '2',
    meaning: (annee: number) => `ont donné pour la dernière fois en ${annee - 2}`,
  },
  {
    key: 'tres_inactifs',
    title: 'Très inactifs',
    mark: '4',
    meaning: (annee: number) => `ont donné pour la dernière fois avant ${annee - 2}`,
  },
] as const

/** What one donor's status is called. */
export const STATUT_TITRES = {
  actif: 'Actif',
  dormant: 'Dormant',
  inactif: 'Inactif',
  tres_inactif: 'Très inactif',
} as const
