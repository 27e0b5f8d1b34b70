import { sql } from 'kysely'
import type { DonationsFiltres } from '#contract/donations'
import type { Db } from '../platform/database/connect'
import { onlyRow } from '../platform/database/only-row'
import { matching } from './filtres'

/** Bookmark: rank of the first row with this amount and day. */
export interface Repere {
  rang: number
  montant: string
  jour: string
}

/** Rank of the first row of a day, latest first. */
export interface JourRepere {
  rang: number
  jour: string
}

/**
 * Totals of a year's list under its filters, excluded donors included unless filtered out, and a bookmark about every
 * 100 rows by amount, and at each day.
 */
export interface Releve {
  donations: number
  dons: number
  montant: number
  reperes: Repere[]
  jours: JourRepere[]
}

const PAS = 100

/** Scans the table once. */
export async function computeReleve(
  transaction: Db,
  annee: number,
  filtres: DonationsFiltres,
): Promise<Releve> {
  await sql`set local work_mem = '64MB'`.execute(transaction)
  return onlyRow(
    await sql<Releve>`
    with groupes as (
      select order_amount, order_date, count(*) as taille
      from donations
      where order_date between make_date(${annee}, 1, 1) and make_date(${annee}, 12, 31)
        and ${matching(annee, filtres) ?? sql`true`}
      group by order_amount, order_date
    ),
    rangs as (
      select *, (sum(taille) over (order by order_amount desc, order_date desc) - taille)::bigint as rang
      from groupes
    ),
    jours as (
      select order_date, (sum(sum(taille)) over (order by order_date desc) - sum(taille))::bigint as rang
      from groupes
      group by order_date
    )
    select
      coalesce(sum(taille), 0) as donations,
      coalesce(sum(taille) filter (where order_amount > 0), 0) as dons,
      coalesce(sum(taille * order_amount), 0) as montant,
      coalesce(
        json_agg(json_build_object('rang', rang, 'montant', order_amount::text, 'jour', order_date) order by rang)
          filter (where rang % ${PAS}::int = 0 or rang / ${PAS}::int < (rang + taille - 1) / ${PAS}::int),
        '[]'
      ) as reperes,
      (
        select coalesce(json_agg(json_build_object('rang', rang, 'jour', order_date) order by rang), '[]')
        from jours
      ) as jours
    from rangs`.execute(transaction),
  )
}
