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

/** What a question begins with before its own parts: where it must, other facts under the names of those published. */
export const beginning = ({ regroupes }: Pick<Moment, 'regroupes'>): RawBuilder<unknown> =>
  regroupes
    ? sql`with donateurs_annees as not materialized (select * from annees_presentes),
      donateurs_carrieres as not materialized (select * from carrieres_presentes),
      series_dons as not materialized (select * from series_presentes),`
    : sql`with`
