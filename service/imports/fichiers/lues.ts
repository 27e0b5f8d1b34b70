import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect'
import type { Output } from '../parsing/copy/output'
import { rawOf, type Row } from '../parsing/rows/row'
import { nomDe, type PARTIES } from '../staging/depot'
import { dayText } from './cellules'
import { CODES, type Lue } from './evaluer'
import { ENTRE_CLES } from './identifier'
import { CARTE, type Personne } from './personnes'

/** What was read of a tool's file in one way: its rows, the donors they name, and rejected rows with their text. */
export type Tables = Record<(typeof PARTIES)[number], ReturnType<typeof sql.table>>

export function tablesOf(lectureId: string): Tables {
  const table = (part: string) => sql.table(`depots.${part}_${nomDe(lectureId)}`)
  return { lues: table('lues'), personnes: table('personnes'), ecartees: table('ecartees') }
}

/** As `sort` of a row in `lues`. */
export const DON = 1
export const ECARTEE = 2
export const REMBOURSEMENT = 3

export async function createLues(db: Db, lectureId: string): Promise<void> {
  const { lues, personnes, ecartees } = tablesOf(lectureId)
  const texts = (names: readonly string[]) =>
    sql.join(names.map((name) => sql`${sql.ref(name)} text`))
  await sql`
    create unlogged table ${lues} (
      ligne bigint, sort smallint, cents bigint, jour date, cle text collate "C", est_reprise boolean,
      order_id text, personne integer, reference text, ${texts(CODES)}, texte text
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

const ESCAPED = /[\t\n\r\\]/g
const ESCAPES: Record<string, string> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', '\\': '\\\\' }

const escaped = (text: string) => text.replaceAll(ESCAPED, (special) => ESCAPES[special] ?? special)

/** The parts of a card, in the order of CARTE, then whether it is a company's: one text, as rows of a donor have mostly one. */
function carteOf({ carte, is_company }: Personne): string {
  let text = ''
  for (let at = 0; at < CARTE.length; at++) text += (carte[at] ?? '') + ENTRE_CLES
  return text + (is_company ? 't' : 'f')
}

const NULL = '\\N'
const TAB = '\t'

/** Whether no cell of a row needs an escape. */
function isPlain({ source, from, to }: Row): boolean {
  for (let at = from; at < to; at++) {
    const byte = source[at] ?? 0
    if (byte === 0x5c || (byte >= 0x09 && byte <= 0x0d)) return false
  }
  return true
}

/** Writes a donor. */
export function writePersonne(output: Output, personne: Personne): void {
  const { numero, qui } = personne
  const line = `${numero}${TAB}${escaped(qui)}${TAB}${escaped(carteOf(personne))}\n`
  output.at += output.bytes.write(line, output.at)
}

/** Room that `writePersonne` may need. */
export const roomOf = ({ qui, carte }: Personne): number =>
  64 + 6 * carte.reduce((sum, cell) => sum + (cell?.length ?? 0) + 1, qui.length)

/**
 * Writes a row that is a gift, none, or a refund; of the latter with its text, since it may yet be rejected.
 * `isReprise`: its key may have been that of an earlier row. The caller reserves twelve bytes for each of the row's.
 */
export function writeLue(output: Output, row: Row, lue: Lue, isReprise: boolean): void {
  const isDon = lue.destin === 'compte'
  const isRendu = lue.destin === 'rembourse'
  const write = isPlain(row) ? (text: string) => text : escaped
  const cell = (text: string | undefined) => (text === undefined ? NULL : write(text)) + TAB
  let line =
    String(row.line) +
    TAB +
    String(isDon ? DON : isRendu ? REMBOURSEMENT : ECARTEE) +
    TAB +
    String(lue.cents) +
    TAB +
    (lue.jour > 0 ? dayText(lue.jour) : NULL) +
    TAB +
    write(lue.cle) +
    (isReprise ? REPRISE : PREMIERE) +
    cell(lue.order_id === '' ? undefined : lue.order_id) +
    (lue.personne.numero > 0 ? String(lue.personne.numero) : NULL) +
    TAB +
    write(lue.reference) +
    TAB
  if (isDon) for (let at = 0; at < CODES.length; at++) line += cell(lue.codes[at])
  else line += EMPTY
  line += isRendu ? escaped(rawOf(row).toString('utf8')) : NULL
  output.at += output.bytes.write(`${line}\n`, output.at)
}

const REPRISE = `${TAB}t${TAB}`
const PREMIERE = `${TAB}f${TAB}`
const EMPTY = `${NULL}${TAB}`.repeat(CODES.length)
