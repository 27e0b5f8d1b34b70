import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect'
import {
  endCell,
  endRow,
  type Output,
  writeBytes,
  writeFlag,
  writeNull,
} from '../parsing/copy/output'
import { nomDe } from '../staging/depot'
import { CARTE, CODES, dayText, type Lue } from './evaluer'

/** What was read of a tool's file in one way: its rows, and the rejected ones with their text. */
export interface Tables {
  lues: ReturnType<typeof sql.table>
  ecartees: ReturnType<typeof sql.table>
}

export const tablesOf = (lectureId: string): Tables => ({
  lues: sql.table(`depots.lues_${nomDe(lectureId)}`),
  ecartees: sql.table(`depots.ecartees_${nomDe(lectureId)}`),
})

/** As `sort` of a row in `lues`. */
export const DON = 1
export const ECARTEE = 2
export const REMBOURSEMENT = 3

export async function createLues(db: Db, lectureId: string): Promise<void> {
  const { lues, ecartees } = tablesOf(lectureId)
  const texts = (names: readonly string[]) =>
    sql.join(names.map((name) => sql`${sql.ref(name)} text`))
  await sql`
    create unlogged table ${lues} (
      ligne bigint, sort smallint, cents bigint, jour date, cle text collate "C", order_id text,
      qui text collate "C", reference text, is_company boolean, ${texts([...CODES, ...CARTE])}, texte text
    )`.execute(db)
  await sql`
    create unlogged table ${ecartees} (
      fichier_id uuid, ligne bigint, texte text, motif text, motif_complete text
    )`.execute(db)
}

/** The statement that takes what `writeLue` writes. */
export const copyLues = (db: Db, lectureId: string): string =>
  sql`copy ${tablesOf(lectureId).lues} from stdin`.compile(db).sql

const SPECIAL = /[\t\n\r\\]/

/** Writes a text, which holds no NUL. The caller reserves three bytes for each of its characters, and their escapes. */
function writeCell(output: Output, text: string | undefined): void {
  if (text === undefined) writeNull(output)
  else if (text.length > 0) {
    if (SPECIAL.test(text)) {
      const bytes = Buffer.from(text)
      writeBytes(output, bytes, 0, bytes.length)
    } else output.at += output.bytes.write(text, output.at)
  }
  endCell(output)
}

/** Writes a row that is a gift, none, or a refund; of the latter with its text, since it may yet be rejected. */
export function writeLue(output: Output, ligne: number, lue: Lue, raw: string | undefined): void {
  const sort = lue.destin === 'compte' ? DON : lue.destin === 'rembourse' ? REMBOURSEMENT : ECARTEE
  writeCell(output, String(ligne))
  writeCell(output, String(sort))
  writeCell(output, String(lue.cents))
  writeCell(output, lue.jour > 0 ? dayText(lue.jour) : undefined)
  writeCell(output, lue.cle)
  writeCell(output, lue.order_id || undefined)
  writeCell(output, lue.qui)
  writeCell(output, lue.reference)
  writeFlag(output, lue.is_company)
  endCell(output)
  const isDon = sort === DON
  for (let at = 0; at < CODES.length; at++) writeCell(output, isDon ? lue.codes[at] : undefined)
  for (let at = 0; at < CARTE.length; at++) writeCell(output, isDon ? lue.carte[at] : undefined)
  writeCell(output, raw)
  endRow(output)
}
