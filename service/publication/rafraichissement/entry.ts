import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect'
import { onlyRow } from '../../platform/database/only-row'
import { expireJobs } from '../../platform/jobs/expire'

export const MORT =
  'Le rafraîchissement s’est interrompu\u00A0: le service ou la base s’est arrêté. Les chiffres précédents restent affichés\u00A0; relancez le rafraîchissement.'

/** Returns the id of the running refresh; one with an expired lease does not count. */
export async function findRunning(db: Db): Promise<string | undefined> {
  const running = await db
    .selectFrom('rafraichissements')
    .innerJoin('leases', 'job_id', 'id')
    .select('id')
    .where('status', '=', 'in_progress')
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst()
  return running?.id
}

/** How far a running refresh is. */
export async function readAvancement(
  db: Db,
  id: string,
): Promise<{ completed_views: number; total_views: number }> {
  return onlyRow(
    await sql<{ completed_views: number; total_views: number }>`
    select
      count(*) filter (where status = 'completed') as completed_views,
      count(*) as total_views
    from rafraichissement_vues
    where rafraichissement_id = ${id}`.execute(db),
  )
}

/** The last refresh, if it failed. */
export async function findFailed(db: Db): Promise<string | undefined> {
  const last = await db
    .selectFrom('rafraichissements')
    .select(['id', 'status'])
    .orderBy('numero', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.status === 'error' ? last.id : undefined
}

/** The refresh whose figures are shown. */
export async function findCompleted(db: Db): Promise<string | undefined> {
  const completed = await db
    .selectFrom('rafraichissements')
    .select('id')
    .where('status', '=', 'completed')
    .orderBy('numero', 'desc')
    .limit(1)
    .executeTakeFirst()
  return completed?.id
}

/** Marks a refresh and its current view as `error`, unless it has already ended. */
export async function fail(db: Db, id: string, message: string): Promise<void> {
  await db
    .updateTable('rafraichissement_vues')
    .set({ status: 'error', error: message })
    .where('rafraichissement_id', '=', id)
    .where('status', '=', 'in_progress')
    .execute()
  await db
    .updateTable('rafraichissements')
    .set({ status: 'error', error: message, termine_le: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where('status', '=', 'in_progress')
    .execute()
}

/** Ends the refreshes of dead processes. */
export async function expireDead(db: Db): Promise<void> {
  await expireJobs(db, 'refresh', (transaction, id) => fail(transaction, id, MORT))
}
