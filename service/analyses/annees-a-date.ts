import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/database/connect'
import { remember } from '../platform/database/remember'
import { readStamp } from '../platform/database/stamp'

/** Denominator of the share of gifts on one day from which years are not compared at a date. */
const DAY_SHARE = 5

/** A year up to the day, and in full; amounts in cents. */
export interface Year {
  annee: number
  donateurs: number
  nouveaux: number
  donations: number
  cents: number
  total_donations: number
  total_cents: number
  /** Gifts on the busiest day, up to the horizon. */
  sommet: number
}

/** The same day in another year; 29 February becomes the 28 outside leap years. */
export function sameDay(day: string, annee: number): string {
  const monthDay = day.slice(4)
  const isLeap = annee % 4 === 0 && (annee % 100 !== 0 || annee % 400 === 0)
  return `${annee}${monthDay === '-02-29' && !isLeap ? '-02-28' : monthDay}`
}

/** Cached comparisons: the years on screens, and some requested days. */
const MOST = 200

const memories = new WeakMap<Db, ReturnType<typeof remember<string, Year[]>>>()

/**
 * `computeYears`, cached while no figure changes: nearly every screen of the running year needs it, and it slows down
 * as exclusions accumulate since the publication.
 */
export async function readYears(db: Db, annee: number, au: string): Promise<Year[]> {
  const memory = memories.get(db) ?? remember<string, Year[]>(MOST)
  memories.set(db, memory)
  return memory(await readStamp(db), `${annee}/${au}`, () => computeYears(db, annee, au))
}

/** The figures that years are computed from. */
interface Sources {
  /** A query that both read, its name before it and a comma behind it. */
  avec?: RawBuilder<unknown>
  dons: RawBuilder<unknown>
  donateurs: RawBuilder<unknown>
}

const ALL: Sources = {
  dons: sql`dons_par_jour_a_jour`,
  donateurs: sql`donateurs_par_jour_a_jour`,
}

/**
 * Computes every year from the first with a gift to `annee`; full-year totals stop at the horizon. Month and day are
 * compared as one number (229), so 29 February needs no special case. The horizon is asked once: in each sum that names it,
 * it would be asked anew.
 */
export async function computeYears(
  db: Db,
  annee: number,
  au: string,
  { avec = sql``, dons, donateurs }: Sources = ALL,
): Promise<Year[]> {
  const limit = Number(au.slice(5, 7)) * 100 + Number(au.slice(8, 10))
  const { rows } = await sql<Year>`
    with ${avec} horizon as materialized (select jour as dernier from horizon_a_jour),
    dons as materialized (
      select
        date_part('year', jour)::integer as annee,
        sum(nombre) filter (where connu) as total_donations,
        round(sum(montant) filter (where connu) * 100) as total_cents,
        max(nombre) filter (where connu) as sommet,
        coalesce(sum(nombre) filter (where a_date), 0) as donations,
        coalesce(round(sum(montant) filter (where a_date) * 100), 0) as cents
      from (
        select
          *,
          date_part('month', jour) * 100 + date_part('day', jour) <= ${limit} as a_date,
          jour <= (select dernier from horizon) as connu
        from ${dons} as dons
      ) as jours
      group by 1
    ),
    donateurs as (
      select annee, sum(nombre) as donateurs, coalesce(sum(nombre) filter (where recul = 0), 0) as nouveaux
      from ${donateurs} as donateurs
      where date_part('month', jour) * 100 + date_part('day', jour) <= ${limit}
      group by annee
    )
    select
      annee,
      coalesce(donateurs, 0) as donateurs,
      coalesce(nouveaux, 0) as nouveaux,
      coalesce(donations, 0) as donations,
      coalesce(cents, 0) as cents,
      coalesce(total_donations, 0) as total_donations,
      coalesce(total_cents, 0) as total_cents,
      coalesce(sommet, 0) as sommet
    from generate_series((select min(annee) from dons), ${annee}::integer) as annees (annee)
    left join dons using (annee)
    left join donateurs using (annee)
    order by annee`.execute(db)
  return rows
}

/** Whether no day has a fifth or more of the year's gifts. */
export const isSpread = ({ sommet, total_donations }: Year): boolean =>
  sommet === 0 || sommet * DAY_SHARE < total_donations

/** Whether the last of these years can be compared with the one before it. */
export const areComparable = (years: readonly Year[]): boolean => years.slice(-2).every(isSpread)
