import { type RawBuilder, sql } from 'kysely'

/** The contacts with an active series of gifts at the end of a year, or at the horizon before it; `series` as published, or as they are. */
export function reguliersDe(
  annee: number,
  series: 'series_du_moment' | 'series_presentes',
  horizon: RawBuilder<unknown> = sql`(select jour from horizon_a_jour)`,
): RawBuilder<unknown> {
  const jour = sql`least(make_date(${annee}, 12, 31), ${horizon})`
  return sql`(
    select contact_id
    from ${sql.table(series)} as series
    where connue_le is not null and premier <= ${jour} and arret > ${jour}
  )`
}
