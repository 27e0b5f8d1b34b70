/** Media types that a .csv file may come with; the last three are what browsers say where no program knows CSV. */
export const TYPES_ACCEPTES: readonly string[] = [
  'text/csv',
  'application/csv',
  'text/plain',
  '',
  'application/octet-stream',
  'application/vnd.ms-excel',
]

/** The types that the file field and its message name. */
export const ACCEPTED = 'text/csv,application/csv,text/plain,.csv'

/** What the screen and the service say about a file that cannot be taken. */
export const MESSAGES = {
  type: `File type must be ${ACCEPTED}`,
  tropDeFichiers: 'Too many files',
  vide: 'Le fichier est vide\u00a0: il n’a ni en-tête ni ligne.',
  aSelectionner: {
    donateurs: 'Veuillez sélectionner un fichier de contacts',
    donations: 'Veuillez sélectionner un fichier de donations',
  },
  manquant: {
    donateurs: 'Fichier de contacts manquant',
    donations: 'Fichier de donations manquant',
  },
} as const
