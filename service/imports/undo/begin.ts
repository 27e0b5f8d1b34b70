import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect'
import { takeLease } from '../../platform/jobs/lease'
import { Problem } from '../../problem'
import type { ImportJob } from '../entries/entry'
import { lockFile } from '../staging/forget'
import { readAnnulation } from './annulation'

/** The undoing that runs or has ended already. */
const readUndo = async (tx: Db, uploadId: string): Promise<string | undefined> =>
  (
    await tx
      .selectFrom('imports')
      .select('fichier_id')
      .where('annule', '=', uploadId)
      .where('statut', '<>', 'error')
      .executeTakeFirst()
  )?.fichier_id

/**
 * Begins to undo an import, as an import of its own; without a job if that has begun already. Throws a Problem that
 * says why it cannot be undone.
 */
export const beginUndo = (
  db: Db,
  uploadId: string,
  importePar: string,
): Promise<{ id: string; job?: ImportJob }> =>
  db.transaction().execute(async (tx) => {
    await lockFile(tx, uploadId)
    const begun = await readUndo(tx, uploadId)
    if (begun !== undefined) return { id: begun }
    const { raison, type, filename, dons, fiches } = await readAnnulation(tx, uploadId)
    if (raison !== null) throw new Problem('conflit', raison)
    const id = randomUUID()
    const nom = `Annulation de ${filename}`.slice(0, 255)
    await sql`
      insert into fichiers (fichier_id, type, nom, taille, sha256, en_depot, depose_par)
      select ${id}::uuid, type, ${nom}, taille, sha256, false, depose_par
      from fichiers where fichier_id = ${uploadId}`.execute(tx)
    const lease = await takeLease(tx, 'import', id)
    const { retires, retablis } = type === 'donateurs' ? fiches : dons
    await tx
      .insertInto('imports')
      .values({
        fichier_id: id,
        statut: 'processing',
        attempt: lease.attempt,
        completer: false,
        importe_par: importePar,
        commence_le: sql<Date>`clock_timestamp()`,
        etape: 'En attente',
        total: retires + retablis,
        annule: uploadId,
      })
      .execute()
    return { id, job: { ...lease, type, annule: uploadId } }
  })
