import { type Kysely, sql } from 'kysely'

/**
 * Analyses the tables that never were, or that have grown or changed much since: what an import, an undoing, a restore or a
 * first start fills, before anything long reads it. On several servers the tables that they hold are the caller's to analyse.
 */
export async function keepStatistics<T>(db: Kysely<T>): Promise<void> {
  await sql`select tenir_statistiques()`.execute(db)
}
