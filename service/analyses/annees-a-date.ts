import { sql } from 'kysely'
import type { Db } from '../platform/database/connect'
import { remember } from '../platform/database/remember'
import { readStamp } from '../platform/database/stamp'

/** From this share of a year's gifts on one single day, years are not compared at a date: one in so many. */
const DAY_SHARE = 5

/** A year up to the day, and whole: amounts in cents. */
export interface Year {
  annee: number
  donateurs: number
  nouveaux: number
  donations: number
  cents: number
  total_donations: number
  total_cents: number
  /** Gifts of the day that had the most: of the running year, up to the horizon. */
  sommet: number
}

/** The month and day of a day in another year; 29 February is the 28 where there is none. */
export function sameDay(day: string, annee: number): string {
  const monthDay = day.slice(4)
  const isLeap = annee % 4 === 0 && (annee % 100 !== 0 || annee % 400 === 0)
  return `${annee}${monthDay === '-02-29' && !isLeap ? '-02-28' : monthDay}`
}

/** Comparisons that are kept: of the years that screens show, and of some days that people ask for. */
const MOST = 200

const memories = new WeakMap<Db, ReturnType<typeof remember<string, Year[]>>>()

/**
 * `computeYears`, once while no figure changes: nearly every screen of the running year asks for them, and they take the
 * longer the more donors were excluded since the publication.
 */
export async function readYears(db: Db, annee: number, au: string): Promise<Year[]> {
  const memory = memories.get(db) ?? remember<string, Year[]>(MOST)
  memories.set(db, memory)
  return memory(await readStamp(db), `${annee}/${au}`, () => computeYears(db, annee, au))
}

/**
 * Every year from the first with a gift to `annee`, whole as far as the horizon. A month and day as one number: 229 is
 * in no year without it.
 */
export async function computeYears(db: Db, annee: number, au: string): Promise<Year[]> {
  const limit = Number(au.slice(5, 7)) * 100 + Number(au.slice(8, 10))
  const { rows } = await sql<Year>`
    with dons as materialized (
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
          jour <= (select jour from horizon_a_jour) as connu
        from dons_par_jour_a_jour
      ) as jours
      group by 1
    ),
    donateurs as (
      select annee, sum(nombre) as donateurs, coalesce(sum(nombre) filter (where recul = 0), 0) as nouveaux
      from donateurs_par_jour_a_jour
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

/** Whether no day of these years has a fifth of its year's gifts. */
export const areComparable = (years: readonly Year[]): boolean =>
  years.every(({ sommet, total_donations }) => sommet === 0 || sommet * DAY_SHARE < total_donations)
