import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect'
import { type Job, takeLease } from '../../platform/jobs/lease'
import { expireDead, findRunning } from './entry'
import { listVues } from './vues'

/**
 * Starts a refresh, whole (`entier`) or by differences, or joins the running one; `job` is set only if the caller must
 * run it.
 */
export async function beginOrJoin(db: Db, entier = true): Promise<{ id: string; job?: Job }> {
  for (;;) {
    await expireDead(db)
    const job = await begin(db, randomUUID(), entier)
    if (job) return { id: job.id, job }
    const running = await findRunning(db)
    if (running) return { id: running }
  }
}

async function begin(db: Db, id: string, entier: boolean): Promise<Job | undefined> {
  return db.transaction().execute(async (transaction) => {
    const inserted = await transaction
      .insertInto('rafraichissements')
      .values({ id, entier })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!inserted) return undefined
    const job = await takeLease(transaction, 'refresh', id)
    const vues = await listVues(transaction)
    const durations = await transaction
      .selectFrom('durees_des_vues')
      .selectAll()
      .orderBy('entier', entier ? 'asc' : 'desc')
      .execute()
    // Those of its kind come last, and stand.
    const estimates = new Map(durations.map(({ name, duration }) => [name, duration]))
    await transaction
      .insertInto('rafraichissement_vues')
      .values(
        vues.map(({ name, display_name }, position) => ({
          rafraichissement_id: id,
          position,
          name,
          display_name,
          estimated_duration: estimates.get(name) ?? null,
        })),
      )
      .execute()
    await forgetOld(transaction)
    return job
  })
}

/** Keeps the last thousand refreshes, and the one whose figures are shown. */
async function forgetOld(db: Db): Promise<void> {
  await sql`
    delete from rafraichissements
    where numero <= (select max(numero) - 1000 from rafraichissements)
      and numero is distinct from (
        select max(numero) from rafraichissements where status = 'completed')`.execute(db)
}
