import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { CompteFichier, LectureFichier } from '#contract/fichiers'
import type { Db } from '../../platform/database/connect'
import { expireJobs } from '../../platform/jobs/expire'
import { type Job, takeLease } from '../../platform/jobs/lease'
import { dropLues } from '../staging/depot'
import { lockFile } from '../staging/forget'
import type { FichierOutil } from './fichier'
import { plusLa } from './octets'
import type { Lues } from './passe'

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
    .select(['lecture_id', 'lues', 'compte', 'apres', 'refus', 'traitees', 'total'])
    .select(sql<boolean>`coalesce(expires_at > clock_timestamp(), false)`.as('isHeld'))
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
  more: { empreinte?: string } = {},
): Promise<void> {
  const read = Object.values(lues.lignes).reduce((sum, count) => sum + count, 0)
  await db
    .updateTable('lectures_fichiers')
    .set({ lues: JSON.stringify(lues), traitees: read, total: read, ...more })
    .where('lecture_id', '=', lectureId)
    .execute()
}

/** Removes what nobody works on any more; it is read again when it is asked for. */
export async function forgetReading(tx: Db, lectureId: string): Promise<void> {
  await tx.deleteFrom('lectures_fichiers').where('lecture_id', '=', lectureId).execute()
  await dropLues(tx, lectureId)
}

export const expireLectures = (db: Db): Promise<number> => expireJobs(db, 'lecture', forgetReading)

/** Begins a reading, unless somebody else just has; the oldest of the file give way. */
export const begin = (db: Db, file: FichierOutil, empreinte: string, lecture: LectureFichier) =>
  db.transaction().execute(async (tx): Promise<{ job: Job; isNew: boolean } | undefined> => {
    if (!(await lockFile(tx, file.fichierId))) throw plusLa()
    const noted = await readNoted(tx, file.fichierId, empreinte)
    if (noted?.isHeld) return undefined
    if (noted) {
      await tx
        .updateTable('lectures_fichiers')
        .set({ compte: null, refus: null, demandee_le: sql<Date>`clock_timestamp()` })
        .where('lecture_id', '=', noted.lecture_id)
        .execute()
      return { job: await takeLease(tx, 'lecture', noted.lecture_id), isNew: noted.lues === null }
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
    return { job: await takeLease(tx, 'lecture', lecture_id), isNew: true }
  })
