import { type RawBuilder, sql } from 'kysely'
import type { ListeQuery } from '#contract/listes'
import type { Db } from '../../platform/database/connect'
import { readHorizon } from '../../platform/database/horizon'
import { onlyRow } from '../../platform/database/only-row'
import { type Gardee, readGardee } from './gardees/gardee'

/** What a list depends on beside its request: the horizon, and whether somebody was merged or separated since the figures. */
export interface Moment {
  horizon: string | null
  regroupes: boolean
  /** The kept list that the request compares with, if it does. */
  gardee: Gardee | undefined
}

export async function readMoment(db: Db, query: ListeQuery): Promise<Moment> {
  const { regroupes } = onlyRow(
    await sql<{ regroupes: boolean }>`
      select exists (
        select
        from evenements_exclusion
        where numero > (select evenement from faits_publies) and type in ('FUSION', 'SEPARATION')
      ) as regroupes`.execute(db),
  )
  return { horizon: await readHorizon(db), regroupes, gardee: await readGardee(db, query) }
}

/**
 * What a question begins with before its own parts: the facts that it is about, `…_du_moment`. They are those published,
 * and once somebody was merged or separated since, as they are now.
 */
export function beginning({ regroupes }: Pick<Moment, 'regroupes'>): RawBuilder<unknown> {
  const [annees, carrieres, series] = regroupes
    ? ['annees_presentes', 'carrieres_presentes', 'series_presentes']
    : ['donateurs_annees', 'donateurs_carrieres', 'series_dons']
  return sql`with annees_du_moment as not materialized (select * from ${sql.table(annees)}),
    carrieres_du_moment as not materialized (select * from ${sql.table(carrieres)}),
    series_du_moment as not materialized (select * from ${sql.table(series)}),`
}
