import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import type { Rejet } from '#contract/imports'
import { formatCount } from '#figures/format'
import { CSV_BOM, csvGiven, csvJoin, csvLine, csvText } from '#files/csv'
import type { Db } from '../../platform/database/connect'
import { isMotif, MOTIFS } from '../parsing/cells/motifs'
import { EXAMPLES } from '../parsing/copy/sinks'
import type { Lecture } from '../parsing/lecture'
import { countKept, motifColumn, type Order, readRows } from '../writing/order'

/** Rows per page; each text may be tens of kilobytes. */
const PAGE = 200

const phrase = (motif: string) => (isMotif(motif) ? MOTIFS[motif] : motif)

/** Counts from the file's reading; an earlier version did not record them. */
const countsOf = ({ motifs, motifsCompletes }: Partial<Lecture>, isCompleted: boolean) =>
  isCompleted ? motifsCompletes : motifs

/** All rejects of a file by reason, as counted when read, or else from the stored ones, which were then complete. */
async function countByMotif(db: Db, order: Order): Promise<[motif: string, nombre: number][]> {
  const { fichierId, lecture, isCompleted } = order
  const counts = countsOf(lecture, isCompleted)
  if (counts) return Object.entries(counts)
  const motif = motifColumn(isCompleted)
  const rows = await db
    .selectFrom('imports_rejets')
    .select([sql.ref<string>(motif).as('motif'), sql<number>`count(*)`.as('nombre')])
    .where('fichier_id', '=', fichierId)
    .groupBy(motif)
    .execute()
  return rows.map((row) => [row.motif, row.nombre])
}

/** The rejects of a staged file by reason, most frequent first, each with its first lines. */
export async function countRejects(
  db: Db,
  order: Order,
): Promise<{ motif: string; nombre: number; exemples: Rejet[] }[]> {
  const counted = (await countByMotif(db, order))
    .filter(([motif, nombre]) => motif !== 'valide' && nombre > 0)
    .sort(([one, before], [other, after]) => after - before || (one < other ? -1 : 1))
  return Promise.all(
    counted.map(async ([motif, nombre]) => {
      const examples = await db
        .selectFrom('imports_rejets')
        .select(['ligne', sql<string>`left(texte, 500)`.as('texte')])
        .where('fichier_id', '=', order.fichierId)
        .where(motifColumn(order.isCompleted), '=', motif)
        .orderBy('ligne')
        .limit(EXAMPLES)
        .execute()
      const sentence = phrase(motif)
      return {
        motif: sentence,
        nombre,
        exemples: examples.map((example) => ({ ...example, motif: sentence })),
      }
    }),
  )
}

/** Splits a reject into cells; at every delimiter if its quotes are malformed. */
function cells(text: string, delimiter: string): string[] {
  try {
    return parse(text, { delimiter, relax_column_count: true })[0] ?? []
  } catch {
    return text.split(delimiter)
  }
}

/** Notice above the header when not all rejects follow; imports skip it. */
const announce = (rejets: number, kept: number) =>
  kept < rejets
    ? csvLine([
        `Les ${formatCount(kept)} premières lignes rejetées sur ${formatCount(rejets)}\u00a0: corrigez d’abord ce qui leur est commun, puis importez à nouveau le fichier entier.`,
      ])
    : ''

/** Streams a file's rejects as CSV: line, reason, then the file's own columns, ready to be corrected. */
export async function* writeRejects(db: Db, order: Order): AsyncGenerator<string> {
  const { fichierId, lecture, isCompleted } = order
  const kept = await countKept(db, order)
  const titles = csvLine(['Ligne du fichier', 'Motif du rejet', ...lecture.entete])
  yield CSV_BOM + announce(readRows(order).rejets, kept) + titles
  const motif = motifColumn(isCompleted)
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('imports_rejets')
      .select(['ligne', 'texte', sql.ref<string>(motif).as('motif')])
      .where('fichier_id', '=', fichierId)
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
        csvJoin([
          String(row.ligne),
          csvText(phrase(row.motif)),
          ...cells(row.texte, lecture.delimiteur).map(csvGiven),
        ]),
      )
      .join('')
  }
}
