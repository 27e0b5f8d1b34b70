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
  /** Why others are refused. */
  refusal: string
}

export const CSV: FileKind = {
  accept: ACCEPTED,
  words: ({ text }) => `Fichier CSV, ${text} au plus`,
  takes: ({ name, type }) =>
    /\.csv$/i.test(name) && TYPES_ACCEPTES.includes(type.split(';')[0]?.trim() ?? ''),
  refusal: MESSAGES.type,
}

/** The service looks closer: a name is all that a browser can go by. */
export const TABLEUR: FileKind = {
  accept: '.csv,.xlsx',
  words: ({ bytes, text }) =>
    bytes > CLASSEUR_MAX_BYTES
      ? `Fichier .csv (${text} au\u00A0plus) ou .xlsx (100\u00A0Mo au\u00A0plus)`
      : `Fichier .csv ou .xlsx, ${text} au plus`,
  takes: ({ name }) => /\.(csv|xlsx)$/i.test(name),
  refusal:
    'Ce fichier n’est ni un .csv ni un .xlsx. Ouvrez-le dans votre tableur, enregistrez-le en .xlsx ou .csv, puis choisissez-le à nouveau.',
}

/** Wording of the specification for an empty file; the service has its own. */
const EMPTY = 'File is smaller than 1 bytes'
const tooLarge = (bytes: number) => `File is larger than ${bytes} bytes`

/** Picks one of the dropped or chosen files, and says why others were refused. */
export function chooseFile(
  files: readonly File[],
  kind: FileKind,
  maxBytes: number | null,
): { file: File | null; refusal: string | null } {
  const [file] = files
  if (!file) return { file: null, refusal: null }
  if (!kind.takes(file)) return { file: null, refusal: kind.refusal }
  if (file.size === 0) return { file: null, refusal: EMPTY }
  if (maxBytes !== null && file.size > maxBytes) return { file: null, refusal: tooLarge(maxBytes) }
  return { file, refusal: files.length > 1 ? MESSAGES.tropDeFichiers : null }
}
