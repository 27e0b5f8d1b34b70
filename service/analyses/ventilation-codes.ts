import { type RawBuilder, sql } from 'kysely'
import { type Axe, CODES_AU_PLUS } from '#contract/ventilation'
import { codesOfFact, donateursParAxe } from '../platform/database/axes'
import type { Db } from '../platform/database/connect'
import { onlyRow } from '../platform/database/only-row'
import { sameDay } from './annees-a-date'

/** One or several codes: gifts and cents of the year and the previous one, in full and year to date. */
export interface Sums {
  donations: number
  cents: number
  avant_donations: number
  avant_cents: number
  a_date_cents: number
  avant_a_date_donations: number
  avant_a_date_cents: number
}

/** A code of the year; or, with `code` null, all its codes, or (`present` false) those of the previous year alone. */
interface Code extends Sums {
  code: string | null
  present: boolean
  /** How many. */
  codes: number
}

export const NONE: Sums = {
  donations: 0,
  cents: 0,
  avant_donations: 0,
  avant_cents: 0,
  a_date_cents: 0,
  avant_a_date_donations: 0,
  avant_a_date_cents: 0,
}

/** The days of the month of two years that the later one has reached, up to the day that it has. */
const daysUpTo = (axe: Axe, au: string): RawBuilder<unknown> => {
  const [annee = 0, mois = 0] = au.split('-').map(Number)
  return sql`
    union all
    select code, date_part('year', jour) = ${annee}, false, true, nombre, montant
    from ventilation_jours_axes
    where axe = ${axe}
      and (
        jour between make_date(${annee}, ${mois}, 1) and ${au}::date
        or jour between make_date(${annee} - 1, ${mois}, 1) and ${sameDay(au, annee - 1)}::date
      )`
}

/**
 * The largest codes of the year, then all of them and those of the previous year alone. All codes are summed once, by
 * what little is asked of all, and never sorted: there may be 100 000.
 */
export async function readCodes(
  db: Db,
  axe: Axe,
  annee: number,
  au: string | null,
): Promise<Code[]> {
  const sums = sql`
    sum(donations)::bigint as donations,
    round(sum(montant) * 100) as cents,
    sum(avant_donations)::bigint as avant_donations,
    round(sum(avant_montant) * 100) as avant_cents,
    round(sum(a_date_montant) * 100) as a_date_cents,
    sum(avant_a_date_donations)::bigint as avant_a_date_donations,
    round(sum(avant_a_date_montant) * 100) as avant_a_date_cents`
  const { rows } = await sql<Code>`
    with comptes as (
      select
        code,
        annee = ${annee} as courante,
        true as entiere,
        ${au === null ? sql`true` : sql`mois < ${Number(au.slice(5, 7))}`} as a_date,
        nombre,
        montant
      from ventilation_mois_axes
      where axe = ${axe} and annee in (${annee}, ${annee} - 1)
      ${au === null ? sql`` : daysUpTo(axe, au)}
    ),
    sommes as materialized (
      select
        code,
        coalesce(sum(nombre) filter (where courante and entiere), 0) as donations,
        coalesce(sum(montant) filter (where courante and entiere), 0) as montant,
        coalesce(sum(nombre) filter (where not courante and entiere), 0) as avant_donations,
        coalesce(sum(montant) filter (where not courante and entiere), 0) as avant_montant,
        coalesce(sum(montant) filter (where courante and a_date), 0) as a_date_montant,
        coalesce(sum(nombre) filter (where not courante and a_date), 0) as avant_a_date_donations,
        coalesce(sum(montant) filter (where not courante and a_date), 0) as avant_a_date_montant
      from comptes
      group by code
      having sum(nombre) filter (where entiere) > 0
    ),
    grands as (
      select *
      from sommes
      where donations > 0
      order by montant desc, code collate "C"
      limit ${CODES_AU_PLUS}
    )
    select *
    from (
      select code, true as present, 1::bigint as codes, ${sums} from grands group by code
      union all
      select null, donations > 0, count(*), ${sums} from sommes group by donations > 0
    ) as lignes
    order by cents desc, code collate "C"`.execute(db)
  return rows
}

/** Donors by these codes of a year, once a code; with `code` null those of all others, once for each. */
export async function readDonateursDesCodes(db: Db, axe: Axe, annee: number, codes: string[]) {
  const { rows } = await sql<{ code: string | null; donateurs: number; nouveaux: number }>`
    select
      case when code = any (${codes}::text[]) then code end as code,
      sum(donateurs)::bigint as donateurs,
      sum(nouveaux)::bigint as nouveaux
    from ${donateursParAxe(axe)}
    where axe = ${axe} and annee = ${annee}
    group by 1`.execute(db)
  return new Map(rows.map((row) => [row.code, row]))
}

/** All donors of a year, whatever their codes. */
export async function readDonateurs(db: Db, annee: number): Promise<number> {
  const { nombre } = await db
    .selectFrom('donateurs_par_mois_a_jour')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('nombre'), sql.lit(0)).as('nombre'))
    .where('annee', '=', annee)
    .executeTakeFirstOrThrow()
  return nombre
}

/** Donors of a year with a gift under none of these codes. */
export async function readOthers(
  db: Db,
  axe: Axe,
  annee: number,
  codes: string[],
): Promise<number> {
  if (axe === 'famille') {
    const { donateurs } = onlyRow(
      await sql<{ donateurs: number }>`
      select coalesce(sum(donateurs), 0)::bigint as donateurs
      from (
        select distinct contact_id, codes, donateurs
        from familles_des_donateurs
        where annee = ${annee} and famille <> all (${codes}::text[])
      ) as autres`.execute(db),
    )
    return donateurs
  }
  const { premier, autres } = codesOfFact(axe)
  const { donateurs } = onlyRow(
    await sql<{ donateurs: number }>`
    select count(*) as donateurs
    from annees_presentes as faits
    left join decides_depuis(null::donateurs_changes) as donateurs_changes using (contact_id)
    where annee = ${annee}
      and not coalesce(donateurs_changes.exclu, faits.exclu)
      and not array_append(${autres}, ${premier}) <@ ${codes}::text[]`.execute(db),
  )
  return donateurs
}
