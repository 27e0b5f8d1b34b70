import { ACCEPTED, CLASSEUR_MAX_BYTES, MESSAGES, TYPES_ACCEPTES } from '#files/accepted'

/** The largest file that the service takes. */
export interface Limit {
  bytes: number
  text: string
}

/** The files that a tab takes. */
export interface FileKind {
  /** In the browser's dialog. */
  accept: string
  /** Below the drop zone. */
  words: (limit: Limit) => string
  takes: (file: File) => boolean
  /** Why others are refused, or left. */
  refusals: { type: string; vide: string; tropGrand: (limit: Limit) => string; plusieurs: string }
}

export const CSV: FileKind = {
  accept: ACCEPTED,
  words: ({ text }) => `Fichier CSV, ${text} au plus`,
  takes: ({ name, type }) =>
    /\.csv$/i.test(name) && TYPES_ACCEPTES.includes(type.split(';')[0]?.trim() ?? ''),
  // Wordings of the specification; of an empty file the service has its own.
  refusals: {
    type: MESSAGES.type,
    vide: 'File is smaller than 1 bytes',
    tropGrand: ({ bytes }) => `File is larger than ${bytes} bytes`,
    plusieurs: MESSAGES.tropDeFichiers,
  },
}

/** The service looks closer: a name is all that a browser can go by. */
export const TABLEUR: FileKind = {
  accept: '.csv,.xlsx',
  words: ({ bytes, text }) =>
    bytes > CLASSEUR_MAX_BYTES
      ? `Fichier .csv (${text} au\u00A0plus) ou .xlsx (100\u00A0Mo au\u00A0plus)`
      : `Fichier .csv ou .xlsx, ${text} au plus`,
  takes: ({ name }) => /\.(csv|xlsx)$/i.test(name),
  refusals: {
    type: 'Ce fichier n’est ni un .csv ni un .xlsx. Ouvrez-le dans votre tableur, enregistrez-le en .xlsx ou .csv, puis choisissez-le à nouveau.',
    vide: MESSAGES.vide,
    tropGrand: ({ text }) =>
      `Ce fichier est trop grand\u00A0: ${text} au plus. Coupez-le en plusieurs, par exemple par année.`,
    plusieurs:
      'Un fichier à la fois\u00A0: le premier est gardé. Lisez-le, puis choisissez le suivant.',
  },
}

/** Picks one of the dropped or chosen files, and says why others were refused. */
export function chooseFile(
  files: readonly File[],
  { takes, refusals }: FileKind,
  limit: Limit | null,
): { file: File | null; refusal: string | null } {
  const [file] = files
  if (!file) return { file: null, refusal: null }
  if (!takes(file)) return { file: null, refusal: refusals.type }
  if (file.size === 0) return { file: null, refusal: refusals.vide }
  if (limit && file.size > limit.bytes) return { file: null, refusal: refusals.tropGrand(limit) }
  return { file, refusal: files.length > 1 ? refusals.plusieurs : null }
}
