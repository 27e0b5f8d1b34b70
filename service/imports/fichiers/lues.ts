import { type RawBuilder, sql } from 'kysely'
import { CARTE } from '#contract/identite'
import type { Sort } from '#contract/lecture'
import type { Db } from '../../platform/database/connect'
import {
  createOutput,
  endCell,
  endRow,
  flush,
  type Output,
  reserve,
  writeDay,
  writeFlag,
  writeInteger,
  writeNull,
} from '../parsing/copy/output'
import { rawOf, type Row } from '../parsing/rows/row'
import { nomDe, type PARTIES } from '../staging/depot'
import { ENTRE_CLES } from './identifier'
import { CODES, PERSONNE, type Lue, type Personne } from './vocabulaire'

/** What was read of a tool's file in one way: its rows, the donors they name, and rejected rows with their text. */
export type Tables = Record<(typeof PARTIES)[number], ReturnType<typeof sql.table>>

export function tablesOf(lectureId: string): Tables {
  const table = (part: string) => sql.table(`depots.${part}_${nomDe(lectureId)}`)
  return { lues: table('lues'), personnes: table('personnes'), ecartees: table('ecartees') }
}

/** Whether a row of `lues` is of that fate. A view has no parameters. */
export const deSort = (sort: Sort): RawBuilder<boolean> => sql`sort = ${sql.lit(sort)}`

export async function createLues(db: Db, lectureId: string): Promise<void> {
  const { lues, personnes, ecartees } = tablesOf(lectureId)
  const texts = (names: readonly string[]) =>
    sql.join(names.map((name) => sql`${sql.ref(name)} text`))
  await sql`
    create unlogged table ${lues} (
      ligne bigint, cents bigint, sort text, personne integer, jour date, cle text collate "C", est_reprise boolean,
      order_id text, reference text, ${texts(CODES)}, texte text
    )`.execute(db)
  await sql`
    create unlogged table ${personnes} (
      personne integer, qui text collate "C", carte text collate "C"
    )`.execute(db)
  await sql`
    create unlogged table ${ecartees} (
      fichier_id uuid, ligne bigint, texte text, motif text, motif_complete text
    )`.execute(db)
}

/** Tells the database what the rows are, for all that is asked of them; plans need no more than a tenth of the usual. */
export const analyserLues = (db: Db, lectureId: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { lues, personnes } = tablesOf(lectureId)
    await sql`set local default_statistics_target = 10`.execute(tx)
    await sql`analyze ${lues} (sort, est_reprise, personne), ${personnes}`.execute(tx)
  })

const ESCAPED = /[\t\n\r\\]/g
const ESCAPES: Record<string, string> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', '\\': '\\\\' }

const escaped = (text: string) => text.replaceAll(ESCAPED, (special) => ESCAPES[special] ?? special)

/** The parts of a card, in the order of CARTE, then whether it is a company's: one text, as rows of a donor have mostly one. */
function carteOf({ carte, is_company }: Personne): string {
  let text = ''
  for (let at = 0; at < CARTE.length; at++) text += (carte[at] ?? '') + ENTRE_CLES
  return text + (is_company ? 't' : 'f')
}

const BACKSLASH = 0x5c

/** Writes a text as a cell; nearly all are of letters and digits, written one by one. */
function writeCell(output: Output, text: string): void {
  const { bytes, at } = output
  let end = at
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 0x20 || code > 0x7e || code === BACKSLASH) {
      output.at += bytes.write(escaped(text), at)
      return
    }
    bytes[end++] = code
  }
  output.at = end
}

function writeCellOrNull(output: Output, text: string | undefined): void {
  if (text === undefined) writeNull(output)
  else writeCell(output, text)
  endCell(output)
}

/** Room that `writePersonne` may need. */
const roomOf = ({ qui, carte }: Personne): number =>
  128 + 6 * carte.reduce((sum, cell) => sum + (cell?.length ?? 0) + 1, qui.length)

function writePersonne(output: Output, personne: Personne): void {
  writeInteger(output, personne.numero)
  endCell(output)
  writeCell(output, personne.qui)
  endCell(output)
  writeCell(output, carteOf(personne))
  endCell(output)
  endRow(output)
}

/** Writes each donor once, at the first of its rows. Nothing of a card stays in memory. */
export function createGens(full: (bytes: Buffer) => void) {
  const output = createOutput()
  let last = 0
  return {
    /** Notes the donor of a row, who has a number from then on. */
    note: (personne: Personne) => {
      if (personne.numero > 0) return
      personne.numero = ++last
      reserve(output, roomOf(personne), full)
      writePersonne(output, personne)
      personne.carte = PERSONNE.carte
    },
    end: () => flush(output, full),
  }
}

/**
 * Writes a row that is not rejected; a refund with its text, since it may yet be. `isReprise`: whether the bytes of a
 * gift's key may have been those of an earlier one. The caller reserves twelve bytes
 * for each of the row's.
 */
export function writeLue(
  output: Output,
  row: Row,
  lue: Lue,
  isReprise: (bytes: Buffer, start: number, end: number) => boolean,
): void {
  const isRendu = lue.destin === 'rembourse'
  const isDon = lue.destin === 'compte'
  writeInteger(output, row.line)
  endCell(output)
  if (lue.cents < 0) writeCell(output, '-')
  writeInteger(output, Math.abs(lue.cents))
  endCell(output)
  writeCell(output, lue.destin)
  endCell(output)
  if (lue.personne.numero > 0) writeInteger(output, lue.personne.numero)
  else writeNull(output)
  endCell(output)
  if (lue.jour > 0) writeDay(output, lue.jour)
  else writeNull(output)
  endCell(output)
  const start = output.at
  writeCell(output, lue.cle)
  const end = output.at
  endCell(output)
  writeFlag(output, isDon && isReprise(output.bytes, start, end))
  endCell(output)
  writeCellOrNull(output, lue.order_id === '' ? undefined : lue.order_id)
  writeCell(output, lue.reference)
  endCell(output)
  for (let at = 0; at < CODES.length; at++)
    writeCellOrNull(output, isDon ? lue.codes[at] : undefined)
  writeCellOrNull(output, isRendu ? rawOf(row).toString('utf8') : undefined)
  endRow(output)
}
