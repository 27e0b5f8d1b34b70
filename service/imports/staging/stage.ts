import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { TypeFichier } from '#contract/imports'
import type { Database, Db } from '../../database/connect'
import type { Lecture } from '../parsing/lecture'
import { createReader } from '../parsing/reader'
import { tomorrow } from '../parsing/tomorrow'
import { keepFitting } from './fit'
import { checkSum } from './refusals'
import { hashOf, roomsFor, ROW_BYTES, takeRoom, tooHeavy } from './room'
import { createDepot, depotOf, dropDepot, openStaging } from './depot'

/** Whoever reads a file says so often; a file that nobody spoke for so long is abandoned. */
const LEASE = sql<Date>`clock_timestamp() + interval '30 seconds'`
const RENEW_MS = 5_000

export interface FileOrder {
  importId: string
  type: TypeFichier
  nom: string
  /** About the file's size. */
  bytes: number
  now: Date
  /** Who sends it. */
  personne: string
  /** The largest file that is taken. */
  maxBytes: number
}

export interface Staged extends Lecture {
  taille: number
  sha256: string
  poids: number
}

/**
 * Reads a file into a depot of its own as it comes; nothing of it is kept in memory or on disk here. Its
 * entry stays unfinished until `markReady`; `forget` removes all of it, also after a failure.
 */
export async function stageFile(
  database: Database,
  { importId, type, nom, bytes, now, maxBytes, personne }: FileOrder,
  file: Readable,
): Promise<Staged> {
  const { db } = database
  const asked = { personne: hashOf(personne), poids: bytes }
  const room = await db.transaction().execute(async (tx) => {
    const found = await takeRoom(tx, roomsFor(maxBytes), asked)
    const entry = { import_id: importId, type, statut: 'lecture' as const, nom, bail: LEASE }
    const owner = { depose_par: asked.personne, poids: asked.poids }
    await tx
      .insertInto('imports')
      .values({ ...entry, ...owner })
      .execute()
    await createDepot(tx, importId, type)
    return found
  })
  for (const old of room.leaving) await release(db, old)
  const renew = db.updateTable('imports').set({ bail: LEASE }).where('import_id', '=', importId)
  const renewal = setInterval(() => void renew.execute().catch(() => undefined), RENEW_MS)
  const staging = openStaging(database, importId)
  try {
    const hash = createHash('sha256')
    const options = { importId, fileBytes: bytes, latest: tomorrow(now) }
    const reader = createReader(type, options, staging)
    const weigh = () => staging.bytes() + reader.rows() * ROW_BYTES
    let taille = 0
    for await (const chunk of file as AsyncIterable<Buffer>) {
      taille += chunk.length
      hash.update(chunk)
      reader.push(chunk)
      if (weigh() > room.bytes) throw tooHeavy()
      await staging.send(reader.columns())
    }
    const lecture = reader.end()
    checkSum(lecture)
    await staging.commit(lecture.colonnes)
    await sql`analyze ${depotOf(importId).lignes}`.execute(db)
    const kept = await keepFitting(db, importId, type, lecture)
    return { ...kept, taille, sha256: hash.digest('hex'), poids: weigh() }
  } catch (error) {
    staging.abort()
    throw error
  } finally {
    clearInterval(renewal)
  }
}

/** The file was read to its end and can be previewed and imported. Throws where it was swept away meanwhile. */
export async function markReady(
  { db }: Pick<Database, 'db'>,
  importId: string,
  { taille, sha256, poids, ...lecture }: Staged,
): Promise<void> {
  await db
    .updateTable('imports')
    .set({ statut: 'pret', taille, sha256, poids, lecture: JSON.stringify(lecture) })
    .where('import_id', '=', importId)
    .where('statut', '=', 'lecture')
    .returning('import_id')
    .executeTakeFirstOrThrow()
}

/** Removes a file that was never imported, its rows and its rejects. */
export async function forget({ db }: Pick<Database, 'db'>, importId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = '2s'`.execute(tx)
    const { numDeletedRows } = await tx
      .deleteFrom('imports')
      .where('import_id', '=', importId)
      .where('statut', 'in', ['lecture', 'pret'])
      .executeTakeFirst()
    if (numDeletedRows === 0n) return
    await tx.deleteFrom('imports_rejets').where('import_id', '=', importId).execute()
    await dropDepot(tx, importId)
  })
}

/** Removes a file that waited long enough, whether its import failed or was never started. */
async function release(db: Db, importId: string): Promise<void> {
  await forget({ db }, importId)
  await dropFailed(db, importId)
}

/** Frees the room of a file whose import failed; it has to be sent again. */
export async function dropFailed(db: Db, importId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = '2s'`.execute(tx)
    const { numUpdatedRows } = await tx
      .updateTable('imports')
      .set({ en_depot: false })
      .where('import_id', '=', importId)
      .where('statut', '=', 'error')
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n) await dropDepot(tx, importId)
  })
}
