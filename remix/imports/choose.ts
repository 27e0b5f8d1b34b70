const TYPES = [
  'text/csv',
  'application/csv',
  'text/plain',
  'application/octet-stream',
  'application/vnd.ms-excel',
  '',
]

export const ACCEPTED = 'text/csv,application/csv,text/plain,.csv'

const EMPTY = 'File is smaller than 1 bytes'
const WRONG_TYPE = `File type must be ${ACCEPTED}`
const tooLarge = (bytes: number) => `File is larger than ${bytes} bytes`
const TOO_MANY = 'Too many files'

/** The file that is kept of those that were dropped or picked, and why others were not. */
export function chooseFile(
  files: readonly File[],
  maxBytes: number | null,
): { file: File | null; refusal: string | null } {
  const [file] = files
  if (!file) return { file: null, refusal: null }
  if (!/\.csv$/i.test(file.name) || !TYPES.includes(file.type.split(';')[0]?.trim() ?? ''))
    return { file: null, refusal: WRONG_TYPE }
  if (file.size === 0) return { file: null, refusal: EMPTY }
  if (maxBytes !== null && file.size > maxBytes) return { file: null, refusal: tooLarge(maxBytes) }
  return { file, refusal: files.length > 1 ? TOO_MANY : null }
}
