import { MESSAGES, TYPES_ACCEPTES } from '#files/accepted'

/** Wording of the specification for an empty file; the service has its own. */
const EMPTY = 'File is smaller than 1 bytes'
const tooLarge = (bytes: number) => `File is larger than ${bytes} bytes`

/** Picks one of the dropped or chosen files, and says why others were refused. */
export function chooseFile(
  files: readonly File[],
  maxBytes: number | null,
): { file: File | null; refusal: string | null } {
  const [file] = files
  if (!file) return { file: null, refusal: null }
  if (!/\.csv$/i.test(file.name) || !TYPES_ACCEPTES.includes(file.type.split(';')[0]?.trim() ?? ''))
    return { file: null, refusal: MESSAGES.type }
  if (file.size === 0) return { file: null, refusal: EMPTY }
  if (maxBytes !== null && file.size > maxBytes) return { file: null, refusal: tooLarge(maxBytes) }
  return { file, refusal: files.length > 1 ? MESSAGES.tropDeFichiers : null }
}
