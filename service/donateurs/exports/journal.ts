import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Export, JournalExports } from '#contract/exports'
import { writeColonnes } from '#files/colonnes'
import { COLONNES_EXPORTS } from '#files/exports-columns'
import type { Db } from '../../platform/database/connect'
import { inBatches } from '../../platform/database/snapshot'
import { keep } from '../../platform/jobs/keep'

/** A file still unfinished by then never will be: its process died. */
const LONGEST = sql`interval '2 hours'`

const selectExports = (db: Db) =>
  db
    .selectFrom('journal_exports')
    .selectAll()
    .select(
      sql<Export['statut']>`
        case
          when sha256 is not null then 'complet'
          when termine_le is null and clock_timestamp() - commence_le between -${LONGEST} and ${LONGEST} then 'en_cours'
          else 'interrompu'
        end`.as('statut'),
    )
    .orderBy('commence_le', 'desc')
    .orderBy('export_id')

type Row = Awaited<ReturnType<ReturnType<typeof selectExports>['execute']>>[number]

const toExport = (row: Row): Export => ({
  ...row,
  commence_le: row.commence_le.toISOString(),
  termine_le: row.termine_le?.toISOString() ?? null,
})

/** The latest exports, newest first. */
export async function readJournal(db: Db, limit: number): Promise<JournalExports> {
  const rows = await selectExports(db).limit(limit).execute()
  const { total } = await db
    .selectFrom('journal_exports')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return {
    exports: rows.map(toExport),
    total,
  }
}

/** The whole journal as CSV for French Excel; small, since it only spans twelve months. */
export const writeJournal = (db: Db): AsyncGenerator<string> =>
  writeColonnes(
    COLONNES_EXPORTS,
    inBatches(Infinity, async () => (await selectExports(db).execute()).map(toExport)),
  )

/** Deletes entries older than twelve months; returns how many. */
export async function purgeJournal(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('journal_exports')
    .where('commence_le', '<', sql<Date>`clock_timestamp() - interval '12 months'`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

const PERIOD_MS = 3_600_000

/** Purges the journal now and every hour, until `stop`. */
export const keepPurging = (db: Db, log: Logger): { stop: () => Promise<void> } =>
  keep(
    async () => {
      const purged = await purgeJournal(db)
      if (purged > 0) log.info({ purged }, 'journal des exports purgé')
    },
    (err) => log.warn({ err }, 'purge du journal des exports remise à plus tard'),
    PERIOD_MS,
  )
