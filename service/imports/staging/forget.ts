import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect'
import { dropDepot } from './depot'

/**
 * Locks a file until the transaction ends, so that starting, importing and removing it exclude each other. False if
 * there is none.
 */
export async function lockFile(tx: Db, fichierId: string): Promise<boolean> {
  const { rows } = await sql`
    select from fichiers where fichier_id = ${fichierId} for update`.execute(tx)
  return rows.length > 0
}

const readStatut = async (tx: Db, fichierId: string) =>
  (
    await tx
      .selectFrom('imports')
      .select('statut')
      .where('fichier_id', '=', fichierId)
      .executeTakeFirst()
  )?.statut

/** Runs work in a transaction with a short lock timeout. */
const briefly = (db: Db, work: (tx: Db) => Promise<void>): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = '2s'`.execute(tx)
    await work(tx)
  })

/** Removes, in the caller's transaction, a file that was never imported, with its rows, rejects and lease. */
export async function forgetIn(tx: Db, fichierId: string): Promise<void> {
  await sql`set local lock_timeout = '2s'`.execute(tx)
  if (!(await lockFile(tx, fichierId)) || (await readStatut(tx, fichierId))) return
  await dropDepot(tx, fichierId)
  await tx.deleteFrom('leases').where('job_id', '=', fichierId).execute()
  await tx.deleteFrom('fichiers').where('fichier_id', '=', fichierId).execute()
}

/** Removes a file that was never imported, with its rows, rejects and lease. */
export const forget = (db: Db, fichierId: string): Promise<void> =>
  briefly(db, (tx) => forgetIn(tx, fichierId))

/** Frees the space of a file whose import failed; it must be sent again. */
export const dropFailed = (db: Db, fichierId: string): Promise<void> =>
  briefly(db, async (tx) => {
    if (!(await lockFile(tx, fichierId)) || (await readStatut(tx, fichierId)) !== 'error') return
    await tx
      .updateTable('fichiers')
      .set({ en_depot: false })
      .where('fichier_id', '=', fichierId)
      .execute()
    await dropDepot(tx, fichierId)
  })

/** Removes an expired file, whether its import failed or was never started. */
export async function leave(db: Db, fichierId: string): Promise<void> {
  await forget(db, fichierId)
  await dropFailed(db, fichierId)
}
