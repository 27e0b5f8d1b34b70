import { type RawBuilder, sql } from 'kysely'
import { backendOf } from '../../database/backend'
import type { Db } from '../../database/connect'
import { NOTHING_IMPORTED, SERVICE_STOPPED } from '../failure'

/** A running import renews its lease often; one that did not for so long is dead. */
export const LEASE: RawBuilder<Date> = sql`clock_timestamp() + interval '20 seconds'`
const RENEW_MS = 4_000

/** One attempt at an import; a later attempt, or its failure, shuts it out. */
export interface Attempt {
  importId: string
  tentative: number
}

/** The import was settled by another: nothing of this attempt may be written any more. */
export class LeaseLost extends Error {}

/** The entry of an attempt, as long as nobody has settled it. */
export const entryOf = (db: Db, { importId, tentative }: Attempt) =>
  db
    .updateTable('imports')
    .where('import_id', '=', importId)
    .where('tentative', '=', tentative)
    .where('statut', '=', 'processing')

/** Renews the lease until `release`; `lost` hears when another has settled the import. */
export function holdLease(db: Db, attempt: Attempt, lost: () => void): { release: () => void } {
  const renew = async () => {
    const { numUpdatedRows } = await entryOf(db, attempt)
      .set({ bail: LEASE })
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) lost()
  }
  const timer = setInterval(() => void renew().catch(() => undefined), RENEW_MS)
  return { release: () => clearInterval(timer) }
}

/** Notes which database process writes this attempt, so that it can be ended when the attempt is given up. */
export async function noteBackend(tx: Db, db: Db, attempt: Attempt): Promise<void> {
  const { numUpdatedRows } = await entryOf(db, attempt)
    .set(await backendOf(tx))
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new LeaseLost()
}

/** Ends the database process of an attempt while its transaction runs. */
export async function endBackend(db: Db, { importId, tentative }: Attempt): Promise<void> {
  await sql`
    select pg_terminate_backend(a.pid)
    from imports as i
    join pg_stat_activity as a on a.pid = i.pid and a.xact_start = i.pid_depuis
    where i.import_id = ${importId} and i.tentative = ${tentative}
  `.execute(db)
}

/** Imports whose lease ended are over: what still writes for them is ended, and their entries say so. */
export async function failDeadImports(db: Db): Promise<number> {
  const { rows } = await sql<{ import_id: string }>`
    with morts as (
      select import_id, pid, pid_depuis
      from imports
      where statut = 'processing' and bail < clock_timestamp()
      for update skip locked
    ), arretes as (
      select pg_terminate_backend(a.pid)
      from morts
      join pg_stat_activity as a on a.pid = morts.pid and a.xact_start = morts.pid_depuis
    )
    update imports
    set statut = 'error',
      termine_le = clock_timestamp(),
      message = ${NOTHING_IMPORTED},
      erreurs = array[${SERVICE_STOPPED}],
      pid = null,
      pid_depuis = null
    from morts
    left join (select count(*) from arretes) as fin on true
    where imports.import_id = morts.import_id
    returning imports.import_id
  `.execute(db)
  return rows.length
}
