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
import type { FichierOutil } from './fichier'
import { tablesOf } from './lues'
import type { Prevu } from './remplir'
import { type Lues, sommeDe } from './vocabulaire'

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
  lues: Lues | null
  compte: CompteFichier['compte']
  prevu: Prevu | null
  apres: number | null
  refus: Refus | null
  traitees: number
  total: number | null
  isHeld: boolean
}

export async function readNoted(
  db: Db,
  fichierId: string,
  empreinte: string,
): Promise<Noted | undefined> {
  const found = await db
    .selectFrom('lectures_fichiers')
    .leftJoin('leases', 'job_id', 'lecture_id')
    .select(['lecture_id', 'lues', 'compte', 'prevu', 'apres', 'refus'])
    .select(['traitees', 'total'])
    .select(sql<boolean>`renewals is not null`.as('isHeld'))
    .where('fichier_id', '=', fichierId)
    .where('empreinte', '=', empreinte)
    .executeTakeFirst()
  return found as Noted | undefined
}

/** Notes what a pass counted, for every account of this reading. */
export async function noterLues(db: Db, lectureId: string, lues: Lues): Promise<void> {
  const read = sommeDe(lues.lignes)
  await db
    .updateTable('lectures_fichiers')
    .set({ lues: JSON.stringify(lues), traitees: read, total: read })
    .where('lecture_id', '=', lectureId)
    .execute()
}

/** What was read for a reading; null where the file must be read. */
export async function readLues(db: Db, lectureId: string): Promise<Lues | null> {
  const { lues } = await db
    .selectFrom('lectures_fichiers')
    .select('lues')
    .where('lecture_id', '=', lectureId)
    .executeTakeFirstOrThrow()
  return lues as Lues | null
}

/** Throws a Problem if a crash of the database has emptied what was read, whose tables are unlogged. */
export async function exigerLues(db: Db, lectureId: string, { lignes }: Lues): Promise<void> {
  if (sommeDe({ ...lignes, rejet: 0 }) === 0) return
  const { rows } = await sql`select from ${tablesOf(lectureId).lues} limit 1`.execute(db)
  if (rows.length === 0) throw plusLa()
}

/** Removes what nobody works on any more; it is read again when it is asked for. */
export async function forgetReading(tx: Db, lectureId: string): Promise<void> {
  await tx.deleteFrom('lectures_fichiers').where('lecture_id', '=', lectureId).execute()
  await dropLues(tx, lectureId)
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
      })
      .execute()
    return takeLease(tx, 'lecture', lecture_id)
  })
