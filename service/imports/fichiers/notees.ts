import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { CompteFichier } from '#contract/fichiers'
import type { LectureFichier } from '#contract/lecture'
import type { Db } from '../../platform/database/connect'
import { expireJobs } from '../../platform/jobs/expire'
import { type Job, takeLease } from '../../platform/jobs/lease'
import { plusLa } from '../failure'
import { dropLues, dropRempli } from '../staging/depot'
import { lockFile } from '../staging/forget'
import { passeDe } from './empreinte'
import type { FichierOutil } from './fichier'
import { convient } from './lots'
import { tablesOf } from './lues'
import type { Prevu } from './remplir'
import type { Lues } from './vocabulaire'

/** Kept for one file; the oldest gives way. */
const KEPT = 5

/** A refusal that is found out only once all rows are read. */
export interface Refus {
  detail: string
  champ: string | undefined
  /** The same file read in the same way is refused again; else it was something that may be over. */
  estSur: boolean
}

/** A reading as it is noted. */
export interface Noted {
  lecture_id: string
  /** The reading that the tables of its rows are named after. */
  lues_de: string
  lues: Lues | null
  compte: CompteFichier['compte']
  prevu: Prevu | null
  apres: number | null
  refus: Refus | null
  traitees: number
  total: number | null
  isHeld: boolean
}

type Partagees = Pick<Noted, 'lues_de' | 'lues'>

export async function readNoted(
  db: Db,
  fichierId: string,
  empreinte: string,
): Promise<Noted | undefined> {
  const found = await db
    .selectFrom('lectures_fichiers')
    .leftJoin('leases', 'job_id', 'lecture_id')
    .select(['lecture_id', 'lues_de', 'lues', 'compte', 'prevu', 'apres', 'refus'])
    .select(['traitees', 'total'])
    .select(sql<boolean>`renewals is not null`.as('isHeld'))
    .where('fichier_id', '=', fichierId)
    .where('empreinte', '=', empreinte)
    .executeTakeFirst()
  return found as Noted | undefined
}

/** Notes what a pass counted, for every account of this reading. */
export async function noterLues(
  db: Db,
  lectureId: string,
  lues: Lues,
  more: { empreinte?: string; passe?: string } = {},
): Promise<void> {
  const read = lues.lots.reduce((sum, { lignes }) => sum + lignes, lues.rejetees.lignes)
  await db
    .updateTable('lectures_fichiers')
    .set({ lues: JSON.stringify(lues), traitees: read, total: read, ...more })
    .where('lecture_id', '=', lectureId)
    .execute()
}

/**
 * What was read for a reading, or for another one whose rows do for both, which it shares from then on; undefined where
 * the file must be read.
 */
export const trouverLues = (db: Db, lectureId: string, lecture: LectureFichier) =>
  db.transaction().execute(async (tx): Promise<Partagees | undefined> => {
    const own = await tx
      .selectFrom('lectures_fichiers')
      .select(['fichier_id', 'passe', 'lues_de', 'lues'])
      .where('lecture_id', '=', lectureId)
      .executeTakeFirstOrThrow()
    if (own.lues !== null) return own as Partagees
    const others = await tx
      .selectFrom('lectures_fichiers')
      .select(['lecture_id', 'lues'])
      .where('fichier_id', '=', own.fichier_id)
      .where('passe', '=', own.passe)
      .where('lues', 'is not', null)
      .execute()
    const found = others.find(({ lues }) => convient(lues as Lues, lecture))
    if (!found) return undefined
    // Locked, it is not forgotten before this one has its tables too.
    const other = await tx
      .selectFrom('lectures_fichiers')
      .select(['lues_de', 'lues', 'traitees', 'total'])
      .where('lecture_id', '=', found.lecture_id)
      .forUpdate()
      .executeTakeFirst()
    if (!other) return undefined
    await tx
      .updateTable('lectures_fichiers')
      .set({ ...other, lues: JSON.stringify(other.lues) })
      .where('lecture_id', '=', lectureId)
      .execute()
    return other as Partagees
  })

/** Throws a Problem if a crash of the database has emptied what was read, whose tables are unlogged. */
export async function exigerLues(db: Db, luesDe: string, { lots }: Lues): Promise<void> {
  if (lots.every(({ lignes }) => lignes === 0)) return
  const { rows } = await sql`select from ${tablesOf(luesDe).lues} limit 1`.execute(db)
  if (rows.length === 0) throw plusLa()
}

/** Removes what nobody works on any more; it is read again when it is asked for. */
export async function forgetReading(tx: Db, lectureId: string): Promise<void> {
  const { lues_de } = (await tx
    .deleteFrom('lectures_fichiers')
    .where('lecture_id', '=', lectureId)
    .returning('lues_de')
    .executeTakeFirst()) ?? { lues_de: lectureId }
  const other = await tx
    .selectFrom('lectures_fichiers')
    .select('lecture_id')
    .where('lues_de', '=', lues_de)
    .executeTakeFirst()
  if (!other) await dropLues(tx, lues_de)
  await dropRempli(tx, lectureId)
}

export const expireLectures = (db: Db): Promise<number> => expireJobs(db, 'lecture', forgetReading)

/** Begins a reading, unless somebody else just has; the oldest of the file give way. */
export const begin = (db: Db, file: FichierOutil, empreinte: string, lecture: LectureFichier) =>
  db.transaction().execute(async (tx): Promise<Job | undefined> => {
    if (!(await lockFile(tx, file.fichierId))) throw plusLa()
    const noted = await readNoted(tx, file.fichierId, empreinte)
    if (noted?.isHeld) return undefined
    if (noted) {
      await tx
        .updateTable('lectures_fichiers')
        .set({ compte: null, refus: null, demandee_le: sql<Date>`clock_timestamp()` })
        .where('lecture_id', '=', noted.lecture_id)
        .execute()
      return takeLease(tx, 'lecture', noted.lecture_id)
    }
    const others = await sql<{ lecture_id: string }>`
      select lecture_id from lectures_fichiers
      where fichier_id = ${file.fichierId} and lecture_id not in (select job_id from leases)
      order by demandee_le desc offset ${KEPT - 1}`.execute(tx)
    for (const { lecture_id } of others.rows) await forgetReading(tx, lecture_id)
    const lecture_id = randomUUID()
    await tx
      .insertInto('lectures_fichiers')
      .values({
        lecture_id,
        fichier_id: file.fichierId,
        empreinte,
        lecture: JSON.stringify(lecture),
        passe: passeDe(file.sha256, lecture),
        lues_de: lecture_id,
      })
      .execute()
    return takeLease(tx, 'lecture', lecture_id)
  })
