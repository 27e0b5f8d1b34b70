import type { TypeFichier } from '../../service/contract/imports'
import type { Lecture } from '../../service/imports/parsing/lecture'
import { createReader } from '../../service/imports/parsing/reader'

/** What the parser made of a file: rows as lists of cells (null where empty), in the columns it names. */
export interface Lue {
  lecture: Lecture
  lignes: Record<string, string | null>[]
  reprises: Record<string, string | null>[]
  rejets: { ligne: number; texte: string; motif: string; complete: string }[]
}

const UNESCAPED: Record<string, string> = { t: '\t', n: '\n', r: '\r', '\\': '\\' }

const readCell = (cell: string): string | null =>
  cell === '\\N'
    ? null
    : cell.replace(/\\(.)/gs, (_, letter: string) => UNESCAPED[letter] ?? letter)

/** Reads COPY's text format back, by its documentation. */
function readCopy(text: string): (string | null)[][] {
  if (text === '') return []
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('\t').map(readCell))
}

const named = (columns: string[]) => (cells: (string | null)[]) =>
  Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? null]))

/** Cuts bytes into chunks of these sizes in turn, as a network would. */
export function cut(bytes: Buffer, sizes: number[]): Buffer[] {
  const chunks: Buffer[] = []
  let turn = 0
  for (let at = 0; at < bytes.length;) {
    const size = Math.max(1, sizes[turn++ % sizes.length] ?? bytes.length)
    chunks.push(bytes.subarray(at, at + size))
    at += size
  }
  return chunks
}

/** Reads a whole file with the product's own parser; `sizes` are the sizes of the chunks that it comes in. */
export function lire(
  type: TypeFichier,
  file: string | Buffer,
  { sizes = [65_536], latest = 2026_11_21 }: { sizes?: number[]; latest?: number } = {},
): Lue {
  const bytes = Buffer.from(file)
  const out = { lignes: [] as Buffer[], reprises: [] as Buffer[], rejets: [] as Buffer[] }
  const reader = createReader(
    type,
    { fichierId: 'essai', fileBytes: bytes.length, latest },
    {
      lignes: (part) => out.lignes.push(part),
      reprises: (part) => out.reprises.push(part),
      rejets: (part) => out.rejets.push(part),
    },
  )
  for (const chunk of cut(bytes, sizes)) reader.push(chunk)
  const lecture = reader.end()
  const text = (parts: Buffer[]) => Buffer.concat(parts).toString('utf8')
  return {
    lecture,
    lignes: readCopy(text(out.lignes)).map(named(lecture.colonnes)),
    reprises: readCopy(text(out.reprises)).map(named(['ligne', 'courte', ...lecture.colonnes])),
    rejets: readCopy(text(out.rejets)).map(([, ligne, texte, motif, complete]) => ({
      ligne: Number(ligne),
      texte: texte ?? '',
      motif: motif ?? '',
      complete: complete ?? '',
    })),
  }
}
