import { type RawBuilder, sql } from 'kysely'
import type { PageQuery } from '#contract/pagination'
import { RYTHMES } from '#contract/reguliers'
import type { Serie, Series, SeriesFiltres } from '#contract/series'
import type { Db } from '../../platform/database/connect'
import { readHorizon } from '../../platform/database/horizon'
import { onlyRow } from '../../platform/database/only-row'
import { inBatches, inSnapshot, streamSnapshot } from '../../platform/database/snapshot'
import { locatePage } from '../../platform/http/page'

const months = (day: RawBuilder<unknown>) =>
  sql`12 * (date_part('year', ${day}) - date_part('year', premier)) + date_part('month', ${day}) - date_part('month', premier)`

/** The series that the curve of survival is of, with what it counts them by: see readDurees of the analyses. */
const followed = (horizon: string, { suivies, arretees, rythme }: SeriesFiltres) => sql`(
  select *
  from (
    select
      series.*,
      arret <= ${horizon}::date as finie,
      (case when arret <= ${horizon}::date then ${months(sql`arret`)} else ${months(sql`${horizon}::date`)} end)::int as mois
    from series_presentes as series
    left join decides_depuis(null::donateurs_changes) as donateurs_changes using (contact_id)
    where connue_le is not null
      and not coalesce(donateurs_changes.exclu, series.exclu)
      ${rythme === undefined ? sql`` : sql`and rythme = ${RYTHMES[rythme]}`}
  ) as durees
  where mois >= ${suivies ?? 0}
    ${arretees === undefined ? sql`` : sql`and finie and mois = ${arretees}`}
)`

/** Of two series that begin on one day each has an amount of its own, by which they have an order. */
type Row = Omit<Serie, 'rythme'> & { rythme: number; premier_montant: number }

const ORDER = sql`mois desc, contact_id, rythme, premier, montants[1]`

async function readRows(db: Db, found: RawBuilder<unknown>, rest: RawBuilder<unknown>) {
  const { rows } = await sql<Row>`
    select
      choisies.contact_id, firstname, lastname, rythme, montant,
      cardinality(jours) as donations,
      (select sum(somme) from unnest(montants) as somme) as total,
      to_char(premier, 'YYYY-MM-DD') as premier,
      to_char(connue_le, 'YYYY-MM-DD') as connue_le,
      to_char(jours[cardinality(jours)], 'YYYY-MM-DD') as dernier,
      mois, montants[1] as premier_montant,
      case when finie then to_char(arret, 'YYYY-MM-DD') end as arret
    from (select * from ${found} as suivies ${rest}) as choisies
    left join fiches on fiches.contact_id = choisies.contact_id
    order by mois desc, choisies.contact_id, rythme, premier, montants[1]`.execute(db)
  return rows
}

const RYTHME = new Map(
  Object.entries(RYTHMES).map(([name, of]) => [of as number, name as Serie['rythme']]),
)
const told = (row: Row): Serie => ({ ...row, rythme: RYTHME.get(row.rythme) ?? 'mensuel' })

/** A page of the series, longest first; past the end, the last page. */
export const readSeries = (
  db: Db,
  { page, limit, ...filtres }: SeriesFiltres & PageQuery,
): Promise<Series> =>
  inSnapshot(db, async (tx) => {
    const horizon = await readHorizon(tx)
    if (horizon === null)
      return { horizon, series: [], pagination: locatePage({ page, limit }, 0).pagination }
    const found = followed(horizon, filtres)
    const { total } = onlyRow(
      await sql<{ total: number }>`select count(*) as total from ${found} as suivies`.execute(tx),
    )
    const { pagination, offset } = locatePage({ page, limit }, total)
    const rows = await readRows(tx, found, sql`order by ${ORDER} limit ${limit} offset ${offset}`)
    return { horizon, series: rows.map(told), pagination }
  })

const ROWS_AT_ONCE = 2_000

/** All of them in the same order, in batches of one snapshot. */
export const readAllSeries = (
  db: Db,
  filtres: SeriesFiltres,
  atOnce = ROWS_AT_ONCE,
): AsyncGenerator<Serie[]> =>
  streamSnapshot(db, async function* (snapshot) {
    const horizon = await readHorizon(snapshot)
    if (horizon === null) return
    const found = followed(horizon, filtres)
    const after = (last: Row) => sql`
      where (-mois, contact_id, rythme, premier, montants[1])
        > (-${last.mois}::int, ${last.contact_id} collate "C", ${last.rythme}::smallint, ${last.premier}::date, ${last.premier_montant}::numeric)`
    const batches = inBatches<Row>(atOnce, ({ after: last, limit }) =>
      readRows(
        snapshot,
        found,
        sql`${last ? after(last) : sql``} order by ${ORDER} limit ${limit}`,
      ),
    )
    for await (const rows of batches) yield rows.map(told)
  })
