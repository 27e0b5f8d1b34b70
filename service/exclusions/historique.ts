import { type Expression, sql, type SqlBool } from 'kysely'
import type { Historique, HistoriqueFiltres } from '#contract/exclusions.ts'
import type { Db } from '../database/connect'
import { selectEvenements } from './evenements'

const midnight = (jour: string, later = 0) =>
  sql<Date>`(${jour}::date + ${later}::int)::timestamp at time zone 'Europe/Paris'`

/** What the filters ask of an event, for `where`. */
export function matching(filtres: HistoriqueFiltres): Expression<SqlBool> {
  const { contact_id, type, du, au } = filtres
  const asked = [
    contact_id !== undefined && sql<SqlBool>`contact_id = ${contact_id}`,
    type !== undefined && sql<SqlBool>`type = ${type}`,
    du !== undefined && sql<SqlBool>`survenu_le >= ${midnight(du)}`,
    au !== undefined && sql<SqlBool>`survenu_le < ${midnight(au, 1)}`,
  ].filter((condition) => condition !== false)
  return sql.join([sql`true`, ...asked], sql` and `)
}

/** A page of the log, latest event first; past the end it is the last page. */
export async function readHistorique(
  db: Db,
  query: HistoriqueFiltres & { page: number; limit: number },
): Promise<Historique> {
  const { total_items } = await db
    .selectFrom('evenements_exclusion')
    .select(({ fn }) => fn.countAll<number>().as('total_items'))
    .where(matching(query))
    .executeTakeFirstOrThrow()
  const total_pages = Math.ceil(total_items / query.limit)
  const current_page = Math.max(1, Math.min(query.page, total_pages))
  const evenements = await selectEvenements(db)
    .where(matching(query))
    .orderBy('numero', 'desc')
    .limit(query.limit)
    .offset((current_page - 1) * query.limit)
    .execute()
  return {
    evenements,
    pagination: {
      current_page,
      total_pages,
      total_items,
      has_previous: current_page > 1,
      has_next: current_page < total_pages,
    },
  }
}
