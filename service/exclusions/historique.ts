import { type Expression, sql, type SqlBool } from 'kysely'
import type { Historique, HistoriqueFiltres } from '#contract/exclusions'
import type { PageQuery } from '#contract/pagination'
import { writeColonnes } from '#files/colonnes'
import { COLONNES_EVENEMENTS } from '#files/evenements-columns'
import type { Db } from '../platform/database/connect'
import { readNoms } from '../platform/database/noms'
import { inBatches } from '../platform/database/snapshot'
import { locatePage } from '../platform/http/page'
import { selectEvenements } from './evenements'

const midnight = (jour: string, later = 0) =>
  sql<Date>`(${jour}::date + ${later}::int)::timestamp at time zone 'Europe/Paris'`

/** The filters as a `where` condition. */
function matching(filtres: HistoriqueFiltres): Expression<SqlBool> {
  const { contact_id, type, en_vigueur, du, au } = filtres
  const asked = [
    contact_id !== undefined &&
      sql<SqlBool>`(contact_id = ${contact_id} or contact_principal = ${contact_id})`,
    type !== undefined && sql<SqlBool>`type = ${type}`,
    en_vigueur !== undefined && sql<SqlBool>`numero in (select numero from donateurs_exclus)`,
    du !== undefined && sql<SqlBool>`survenu_le >= ${midnight(du)}`,
    au !== undefined && sql<SqlBool>`survenu_le < ${midnight(au, 1)}`,
  ].filter((condition) => condition !== false)
  return sql.join([sql`true`, ...asked], sql` and `)
}

/** A page of the log, latest event first; past the end, the last page. */
export async function readHistorique(
  db: Db,
  query: HistoriqueFiltres & PageQuery,
): Promise<Historique> {
  const { total_items } = await db
    .selectFrom('evenements_exclusion')
    .select(({ fn }) => fn.countAll<number>().as('total_items'))
    .where(matching(query))
    .executeTakeFirstOrThrow()
  const { pagination, offset } = locatePage(query, total_items)
  const evenements = await selectEvenements(db)
    .select((build) =>
      build
        .exists(
          build
            .selectFrom('donateurs_exclus')
            .whereRef('donateurs_exclus.numero', '=', 'evenements_exclusion.numero'),
        )
        .$castTo<boolean>()
        .as('en_vigueur'),
    )
    .where(matching(query))
    .orderBy('numero', 'desc')
    .limit(query.limit)
    .offset(offset)
    .execute()
  const nomDe = await readNoms(
    db,
    evenements.flatMap(({ contact_id, contact_principal }) => [
      contact_id,
      contact_principal ?? '',
    ]),
  )
  return {
    evenements: evenements.map((evenement) => ({
      ...evenement,
      nom: nomDe(evenement.contact_id),
      nom_principal: nomDe(evenement.contact_principal),
    })),
    pagination,
  }
}

const ROWS_AT_ONCE = 1000

/** Streams the log as CSV for French Excel, oldest event first, with every hashed field intact. */
export const writeHistorique = (db: Db, filtres: HistoriqueFiltres): AsyncGenerator<string> =>
  writeColonnes(
    COLONNES_EVENEMENTS,
    inBatches(ROWS_AT_ONCE, ({ after, limit }) =>
      selectEvenements(db)
        .where(matching(filtres))
        .where('numero', '>', after?.numero ?? 0)
        .orderBy('numero')
        .limit(limit)
        .execute(),
    ),
  )
