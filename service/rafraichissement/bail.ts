import { sql } from 'kysely'
import { backendOf } from '../database/backend'
import type { Db } from '../database/connect'

/** A running refresh prolongs its lease often; one that did not for so long is dead. */
export const DUREE_DU_BAIL = sql<Date>`clock_timestamp() + interval '30 seconds'`
const MORT =
  'Le rafraîchissement s’est interrompu : le service ou la base s’est arrêté. Les chiffres précédents restent affichés ; relancez le rafraîchissement.'

/** The id of the running refresh. */
export async function findRunning(db: Db): Promise<string | undefined> {
  const running = await db
    .selectFrom('rafraichissements')
    .select('id')
    .where('status', '=', 'in_progress')
    .executeTakeFirst()
  return running?.id
}

/** The refresh whose figures screens read. */
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

/** Notes which database process computes the figures, so that it can be ended with its refresh. */
export async function holdBackend(db: Db, transaction: Db, id: string): Promise<void> {
  await db
    .updateTable('rafraichissement_baux')
    .set(await backendOf(transaction))
    .where('rafraichissement_id', '=', id)
    .execute()
}

/** Prolongs the lease; false where the refresh is running no more, because somebody gave it up. */
export async function prolong(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('rafraichissement_baux')
    .set({ expire_le: DUREE_DU_BAIL })
    .where('rafraichissement_id', '=', id)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('rafraichissements')
          .select('id')
          .where('id', '=', id)
          .where('status', '=', 'in_progress'),
      ),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Ends as `error` the running refresh whose lease has ended, and the database process that it left behind. A lease
 * that would last longer than one does is cut to that: the clock has stepped back since it was prolonged.
 */
export async function expireDead(db: Db): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    with rognes as (
      update rafraichissement_baux
      set expire_le = ${DUREE_DU_BAIL}
      from rafraichissements
      where id = rafraichissement_id and status = 'in_progress' and expire_le > ${DUREE_DU_BAIL}
    )
    update rafraichissements
    set status = 'error', error = ${MORT}, termine_le = clock_timestamp()
    from rafraichissement_baux
    where rafraichissement_id = id and status = 'in_progress' and expire_le < clock_timestamp()
    returning id`.execute(db)
  for (const { id } of rows) {
    await failRunningVue(db, id, MORT)
    await endBackend(db, id)
  }
}

/** Ends a refresh as `error` unless it has ended already. */
export async function fail(db: Db, id: string, message: string): Promise<void> {
  await failRunningVue(db, id, message)
  await db
    .updateTable('rafraichissements')
    .set({ status: 'error', error: message, termine_le: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where('status', '=', 'in_progress')
    .execute()
}

async function failRunningVue(db: Db, id: string, message: string): Promise<void> {
  await db
    .updateTable('rafraichissement_vues')
    .set({ status: 'error', error: message })
    .where('rafraichissement_id', '=', id)
    .where('status', '=', 'in_progress')
    .execute()
}

/** Ends the database process of a refresh while its transaction runs. */
export async function endBackend(db: Db, id: string): Promise<void> {
  await sql`
    select pg_terminate_backend(activity.pid)
    from rafraichissement_baux
    join pg_stat_activity as activity
      on activity.pid = rafraichissement_baux.pid and activity.xact_start = pid_depuis
    where rafraichissement_id = ${id}`.execute(db)
}
