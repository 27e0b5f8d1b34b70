/** Media types accepted for a .csv file; the last three are sent by browsers on machines without a CSV program. */
export const TYPES_ACCEPTES: readonly string[] = [
  'text/csv',
  'application/csv',
  'text/plain',
  '',
  'application/octet-stream',
  'application/vnd.ms-excel',
]

/** The types listed by the file field and its message. */
export const ACCEPTED = 'text/csv,application/csv,text/plain,.csv'

/** Of a workbook (.xlsx). */
export const CLASSEUR_MAX_BYTES = 100_000_000

/** Messages, in the screen and the service, about unacceptable files. */
export const MESSAGES = {
  type: `File type must be ${ACCEPTED}`,
  outil:
    'Ce fichier n’est pas lisible ici\u00a0: enregistrez-le au format .xlsx ou .csv, puis choisissez-le à nouveau.',
  tropDeFichiers: 'Too many files',
  vide: 'Le fichier est vide\u00a0: il n’a ni en-tête ni ligne.',
  aSelectionner: {
    donateurs: 'Veuillez sélectionner un fichier de contacts',
    donations: 'Veuillez sélectionner un fichier de donations',
  },
  manquant: {
    donateurs: 'Fichier de contacts manquant',
    donations: 'Fichier de donations manquant',
    fichier: 'Fichier manquant',
  },
} as const
