import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import type { Rejet } from '#contract/imports.ts'
import type { Db } from '../../database/connect'
import { csvGiven, csvHeader, csvText } from '#contract/csv.ts'
import { isMotif, MOTIFS } from '../lecture/motifs'
import type { Lecture } from '../lecture/lecture'

const EXAMPLES = 5
const PAGE = 2_000

const phrase = (motif: string) => (isMotif(motif) ? MOTIFS[motif] : motif)

/** The rejects of a staged file by reason, most frequent first, each with its first lines. */
export async function countRejects(
  db: Db,
  importId: string,
  isCompleted: boolean,
): Promise<{ motif: string; nombre: number; exemples: Rejet[] }[]> {
  const motif = isCompleted ? 'motif_complete' : 'motif'
  const counted = await db
    .selectFrom('imports_rejets')
    .select([sql.ref<string>(motif).as('motif'), sql<number>`count(*)`.as('nombre')])
    .where('import_id', '=', importId)
    .where(motif, '<>', 'valide')
    .groupBy(motif)
    .orderBy('nombre', 'desc')
    .orderBy(motif)
    .execute()
  return Promise.all(
    counted.map(async (one) => {
      const examples = await db
        .selectFrom('imports_rejets')
        .select(['ligne', 'texte'])
        .where('import_id', '=', importId)
        .where(motif, '=', one.motif)
        .orderBy('ligne')
        .limit(EXAMPLES)
        .execute()
      const sentence = phrase(one.motif)
      return {
        motif: sentence,
        nombre: one.nombre,
        exemples: examples.map((example) => ({
          ligne: example.ligne,
          texte: example.texte.slice(0, 500),
          motif: sentence,
        })),
      }
    }),
  )
}

/** Rejected text as cells; where its quotes are not in order, it is cut at every delimiter. */
function cells(text: string, delimiter: string): string[] {
  try {
    return parse(text, { delimiter, relax_column_count: true })[0] ?? []
  } catch {
    return text.split(delimiter)
  }
}

/** The rejects of a file as CSV, in pieces: line, reason, then the file's own columns, ready to be corrected. */
export async function* writeRejects(
  db: Db,
  importId: string,
  lecture: Lecture,
  isCompleted: boolean,
): AsyncGenerator<string> {
  yield csvHeader(['Ligne du fichier', 'Motif du rejet', ...lecture.entete])
  const motif = isCompleted ? 'motif_complete' : 'motif'
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('imports_rejets')
      .select(['ligne', 'texte', sql.ref<string>(motif).as('motif')])
      .where('import_id', '=', importId)
      .where('ligne', '>', after)
      .where(motif, '<>', 'valide')
      .orderBy('ligne')
      .limit(PAGE)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    after = last.ligne
    yield rows
      .map((row) =>
        [
          String(row.ligne),
          csvText(phrase(row.motif)),
          ...cells(row.texte, lecture.delimiteur).map(csvGiven),
        ].join(';'),
      )
      .map((line) => `${line}\r\n`)
      .join('')
  }
}
