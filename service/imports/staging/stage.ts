import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { TypeFichier, TypeImport } from '#contract/imports'
import type { Database, Db } from '../../platform/database/connect'
import { type Job, LeaseLost, releaseLease, takeLease } from '../../platform/jobs/lease'
import { tomorrow } from '../parsing/cells/tomorrow'
import { EnteteRefusee } from '../parsing/dialect/dialect'
import { createReader } from '../parsing/reader'
import { createDepot, depotOf, dropDepot } from './depot'
import { keepFitting } from './fit'
import { leave } from './forget'
import { openStaging } from './lanes'
import { createOctets } from './octets'
import { checkSum } from './refusals'
import { roomsFor, ROW_BYTES, takeRoom, tooHeavy } from './room'

export interface FileOrder {
  fichierId: string
  type: TypeImport
  nom: string
  /** Approximate size of the file. */
  bytes: number
  now: Date
  /** The pseudonym of who sends it. */
  personne: string
  /** Maximum size of a file. */
  maxBytes: number
}

export interface Staged {
  /** What was read of it. */
  lecture: object
  taille: number
  sha256: string
  poids: number
}

/** A file whose reading has begun, and how many bytes its rows may take. */
export interface Begun {
  job: Job
  bytes: number
}

/** Registers a file as being read and creates its depot. Throws a Problem if there is no room. */
export async function beginStaging(
  db: Db,
  { fichierId, type, nom, bytes, maxBytes, personne }: FileOrder,
): Promise<Begun> {
  const asked = { personne, poids: bytes }
  const { job, room } = await db.transaction().execute(async (tx) => {
    const room = await takeRoom(tx, roomsFor(maxBytes), asked)
    await tx
      .insertInto('fichiers')
      .values({ fichier_id: fichierId, type, nom, depose_par: asked.personne, poids: asked.poids })
      .execute()
    if (type === 'fichier') await createOctets(tx, fichierId)
    else await createDepot(tx, fichierId, type)
    return { job: await takeLease(tx, 'staging', fichierId), room }
  })
  for (const old of room.leaving) await leave(db, old)
  return { job, bytes: room.bytes }
}

/** Makes a file whose header is refused one of somebody's own tool. */
export const becomeOutil = (db: Db, { fichierId }: FileOrder): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await dropDepot(tx, fichierId)
    await createOctets(tx, fichierId)
    await tx
      .updateTable('fichiers')
      .set({ type: 'fichier' })
      .where('fichier_id', '=', fichierId)
      .execute()
  })

/** Somebody's own headers: the refusal, and all that was read of the file until then. */
export class AutresColonnes extends Error {
  readonly refus: EnteteRefusee
  readonly debut: Buffer[]

  constructor(refus: EnteteRefusee, debut: Buffer[]) {
    super(refus.message)
    this.refus = refus
    this.debut = debut
  }
}

/**
 * Streams a file into its depot; nothing is kept in memory or on disk here. Throws if its rows exceed `room` bytes, and
 * AutresColonnes if its header is refused: `chunks` then goes on with the rest of the file. Unfinished until
 * `markReady`; `forget` removes all of it.
 */
export async function stageFile(
  database: Database,
  { fichierId, bytes, now }: FileOrder,
  type: TypeFichier,
  chunks: AsyncIterator<Buffer>,
  room: number,
): Promise<Staged> {
  const { db } = database
  const staging = openStaging(database, fichierId)
  const debut: Buffer[] = []
  try {
    const hash = createHash('sha256')
    const options = { fichierId, fileBytes: bytes, latest: tomorrow(now) }
    const reader = createReader(type, options, staging)
    const weigh = () => staging.bytes() + reader.rows() * ROW_BYTES
    let taille = 0
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
      const chunk = next.value
      taille += chunk.length
      hash.update(chunk)
      if (reader.columns().length === 0) debut.push(chunk)
      else debut.length = 0
      reader.push(chunk)
      if (weigh() > room) throw tooHeavy()
      await staging.send(reader.columns())
    }
    const lecture = reader.end()
    checkSum(lecture)
    await staging.commit(lecture.colonnes)
    await sql`analyze ${depotOf(fichierId).lignes}`.execute(db)
    const kept = await keepFitting(db, fichierId, type, lecture)
    return { lecture: kept, taille, sha256: hash.digest('hex'), poids: weigh() }
  } catch (error) {
    staging.abort()
    throw error instanceof EnteteRefusee ? new AutresColonnes(error, debut) : error
  }
}

/** Marks a file as fully read, ready for preview and import. Throws LeaseLost if it was swept meanwhile. */
export async function markReady(
  db: Db,
  job: Job,
  { taille, sha256, poids, lecture }: Staged,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await releaseLease(tx, job))) throw new LeaseLost()
    await tx
      .updateTable('fichiers')
      .set({ taille, sha256, poids, lecture: JSON.stringify(lecture) })
      .where('fichier_id', '=', job.id)
      .execute()
  })
}
