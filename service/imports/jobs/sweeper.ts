import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from '../../database/connect'
import { dropFailed, forget } from '../staging/stage'
import { failDeadImports } from './lease'

const PERIOD_MS = 5_000

/** How long a file waits to be imported, and its rejects can be downloaded. */
const IS_FORGOTTEN = sql<boolean>`depose_le < clock_timestamp() - interval '24 hours'`
const REJECTS_KEPT = sql<Date>`greatest(
  clock_timestamp() - interval '30 days',
  (select depose_le from imports order by depose_le desc offset 200 limit 1))`

/** Removes files that were half read, or waited too long, and rejects that nobody corrects any more: those of the latest files stay. */
export async function forgetOldFiles(db: Db): Promise<void> {
  const abandoned = await db
    .selectFrom('imports')
    .select('import_id')
    .where((eb) =>
      eb.or([
        eb('statut', '=', 'lecture').and('bail', '<', sql<Date>`clock_timestamp()`),
        eb('statut', '=', 'pret').and(IS_FORGOTTEN),
      ]),
    )
    .limit(20)
    .execute()
  for (const { import_id } of abandoned) await forget({ db }, import_id)

  const failed = await db
    .selectFrom('imports')
    .select('import_id')
    .where('statut', '=', 'error')
    .where('en_depot', '=', true)
    .where(IS_FORGOTTEN)
    .limit(20)
    .execute()
  for (const { import_id } of failed) await dropFailed(db, import_id)

  await sql`
    delete from imports_rejets as r
    using imports as i
    where i.import_id = r.import_id and i.depose_le < ${REJECTS_KEPT}
  `.execute(db)
}

/** Sweeps now and then until `stop`, which waits for the sweep under way. */
export function startSweeper(db: Db, log: Logger): { stop: () => Promise<void> } {
  let sweeping: Promise<void> = Promise.resolve()
  let isSweeping = false
  const sweep = async () => {
    try {
      const failed = await failDeadImports(db)
      if (failed > 0) log.warn({ failed }, 'imports interrompus')
      await forgetOldFiles(db)
    } catch (error) {
      log.warn({ err: error }, 'nettoyage des imports remis à plus tard')
    } finally {
      isSweeping = false
    }
  }
  const tick = () => {
    if (isSweeping) return
    isSweeping = true
    sweeping = sweep()
  }
  tick()
  const timer = setInterval(tick, PERIOD_MS)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await sweeping
    },
  }
}
