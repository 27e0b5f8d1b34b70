import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect'
import { onlyRow } from '../../platform/database/only-row'
import { expireJobs } from '../../platform/jobs/expire'

export const MORT =
  'Le rafraîchissement s’est interrompu\u00A0: le service ou la base s’est arrêté. Les chiffres précédents restent affichés\u00A0; relancez le rafraîchissement.'

/** A running refresh, and whether it contains all that is committed. */
interface Running {
  id: string
  a_jour: boolean
}

/** Returns the running refresh; one with an expired lease does not count. */
export async function findRunning(db: Db): Promise<Running | undefined> {
  const { rows } = await sql<Running>`
    select
      id,
      row(vus.imports, vus.evenement, vus.campagne_vfl_motif, vus.vues) is not distinct from
        row(etat.imports, etat.evenement, etat.campagne_vfl_motif, etat.vues) as a_jour
    from rafraichissements as vus
    join leases on job_id = id
    cross join etat_donnees as etat
    where status = 'in_progress' and renewals is not null`.execute(db)
  return rows[0]
}

/** The id of the refresh that waits for the running one to end. */
export async function findWaiting(db: Db): Promise<string | undefined> {
  const waiting = await db
    .selectFrom('rafraichissements')
    .select('id')
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return waiting?.id
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
