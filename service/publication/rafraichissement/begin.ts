import { randomUUID } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import type { Db } from '../../platform/database/connect'
import type { SchemaPublication } from '../../platform/database/schema/publication'
import { type Job, takeLease } from '../../platform/jobs/lease'
import { expireDead, findRunning } from './entry'
import { listVues } from './vues'

/** A refresh that somebody asked for; `job` is set only if the caller must run it. */
interface Asked {
  id: string
  job?: Job
}

/**
 * Starts a refresh, whole (`entier`) or by differences: the waiting one if there is one. While another runs it joins that, or,
 * where that does not contain all that is committed, the one that waits for its end.
 */
export async function beginOrJoin(db: Db, entier = true): Promise<Asked> {
  for (;;) {
    await expireDead(db)
    const asked = await begin(db, entier)
    if (asked) return asked
  }
}

/** Undefined where the one in the way is dead. */
const begin = (db: Db, entier: boolean): Promise<Asked | undefined> =>
  db.transaction().execute(async (transaction) => {
    // Before the lock: migrations lock what this reads, and then the refreshes.
    const etat = await transaction.selectFrom('etat_donnees').selectAll().executeTakeFirstOrThrow()
    await sql`lock table rafraichissements in share row exclusive mode`.execute(transaction)
    const waiting = await transaction
      .selectFrom('rafraichissements')
      .select(['id', 'entier'])
      .where('status', '=', 'pending')
      .executeTakeFirst()
    const running = await findRunning(transaction)
    if (running) {
      if (running.a_jour) return { id: running.id }
      if (waiting) return { id: waiting.id }
      return { id: await record(transaction, { id: randomUUID(), entier, status: 'pending' }) }
    }
    if (await isInTheWay(transaction)) return undefined
    await transaction.deleteFrom('rafraichissements').where('status', '=', 'pending').execute()
    const id = await record(transaction, { id: randomUUID(), entier, ...waiting, ...etat })
    await forgetOld(transaction)
    return { id, job: await takeLease(transaction, 'refresh', id) }
  })

async function isInTheWay(db: Db): Promise<boolean> {
  const { rows } = await sql`select from rafraichissements where status = 'in_progress'`.execute(db)
  return rows.length > 0
}

async function record(
  db: Db,
  refresh: Insertable<SchemaPublication['rafraichissements']> & { entier: boolean },
): Promise<string> {
  const { id, entier } = refresh
  await db.insertInto('rafraichissements').values(refresh).execute()
  const vues = await listVues(db)
  const durations = await db
    .selectFrom('durees_des_vues')
    .selectAll()
    .orderBy('entier', entier ? 'asc' : 'desc')
    .execute()
  // Those of its kind come last, and stand.
  const estimates = new Map(durations.map(({ name, duration }) => [name, duration]))
  await db
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
  return id
}

/** Keeps the last thousand refreshes, and the one whose figures are shown. */
async function forgetOld(db: Db): Promise<void> {
  await sql`
    delete from rafraichissements
    where numero <= (select max(numero) - 1000 from rafraichissements)
      and numero is distinct from (
        select max(numero) from rafraichissements where status = 'completed')`.execute(db)
}
