import { sql } from 'kysely'
import { changeOf, sum } from '#figures/ratios'
import type { Db } from '../platform/database/connect'
import type { AxeADate } from '../platform/database/schema'
import { areComparable, readYears, type Year } from './annees-a-date'
import { readHorizon } from './horizon'

/** Donors of a year, up to a day. */
export interface Donateurs {
  nouveaux: number
  anciens: number
}

/** Donors of the running year up to the horizon, and of the previous year up to the same day. */
export interface DeuxAns {
  present: Donateurs
  before: Donateurs
}

/** All donors of both years. */
export interface ComparaisonADate extends DeuxAns {
  annee: number
  au: string
  comparable: boolean
}

const donorsOf = (year: Year | undefined): Donateurs => ({
  nouveaux: year?.nouveaux ?? 0,
  anciens: (year?.donateurs ?? 0) - (year?.nouveaux ?? 0),
})

/** Compares the running year at its date; null if there is none, or it is not the requested one. */
export async function compareADate(db: Db, asked?: number): Promise<ComparaisonADate | null> {
  const { horizon: au, annee_en_cours: annee } = await readHorizon(db)
  if (au === null || annee === null || annee !== (asked ?? annee)) return null
  const years = await readYears(db, annee, au)
  return {
    annee,
    au,
    comparable: areComparable(years),
    present: donorsOf(years.at(-1)),
    before: donorsOf(years.at(-2)),
  }
}

/** The comparison as stated in a response. */
export const jourCompare = (comparaison: ComparaisonADate | null) =>
  comparaison && { au: comparaison.au, comparable: comparaison.comparable }

const GROUPES = {
  nouveaux: ({ nouveaux }: Donateurs) => nouveaux,
  anciens: ({ anciens }: Donateurs) => anciens,
  total: ({ nouveaux, anciens }: Donateurs) => nouveaux + anciens,
}
export type Groupe = keyof typeof GROUPES

/** Donors of one group. */
export const groupOf = (groupe: Groupe, donateurs: Donateurs): number => GROUPES[groupe](donateurs)

/** Year-to-date change of a group; null without a comparison. */
export const changeADate = (deuxAns: DeuxAns | undefined, groupe: Groupe): number | null =>
  deuxAns ? changeOf(groupOf(groupe, deuxAns.present), groupOf(groupe, deuxAns.before)) : null

/** Year-to-date change of all donors of a group; null without a comparison or a base. */
export const evolutionADate = (
  comparaison: ComparaisonADate | null,
  groupe: Groupe,
): number | null => (comparaison?.comparable ? changeADate(comparaison, groupe) : null)

/**
 * Donors of both years: of a code, of all others together (null), and in total, including codes absent from both full
 * years.
 */
export interface ComptesADate {
  of: (code: string | null) => DeuxAns
  tous: DeuxAns
}

/** Donors of one of both years, for one code, or for all others if null. */
interface Compte {
  annee: number
  code: string | null
  nouveaux: number
  anciens: number
}

/** Donors of both years by code, those not in `codes` together. */
async function readParCode(db: Db, axe: AxeADate, codes: readonly string[]): Promise<Compte[]> {
  const { rows } = await sql<Compte>`
    select annee, connus.code, sum(nouveaux)::bigint as nouveaux, sum(anciens)::bigint as anciens
    from comptes_a_date_a_jour as comptes
    left join (select distinct unnest(${codes}::text[]) as code) as connus on connus.code = comptes.code
    where axe = ${axe}
    group by annee, connus.code`.execute(db)
  return rows
}

/** Counts of one year by code. */
function countOf(rows: readonly Compte[]) {
  const comptes = new Map(rows.map((row) => [row.code, row]))
  return {
    of: (code: string | null): Donateurs => {
      const { nouveaux = 0, anciens = 0 } = comptes.get(code) ?? {}
      return { nouveaux, anciens }
    },
    tous: {
      nouveaux: sum(rows.map(({ nouveaux }) => nouveaux)),
      anciens: sum(rows.map(({ anciens }) => anciens)),
    },
  }
}

/**
 * Donors of both years up to the day, by code. Undefined without a comparison, and from an exclusion that moves the
 * horizon until the next refresh: the counts are then of another day.
 */
export async function readComptes(
  db: Db,
  comparaison: ComparaisonADate | null,
  axe: AxeADate,
  codes: readonly string[],
): Promise<ComptesADate | undefined> {
  if (!comparaison?.comparable) return undefined
  const { au, annee } = comparaison
  const publie = await db.selectFrom('horizon_publie').select('jour').executeTakeFirst()
  if (publie?.jour !== au) return undefined
  const rows = await readParCode(db, axe, codes)
  const present = countOf(rows.filter((row) => row.annee === annee))
  const before = countOf(rows.filter((row) => row.annee === annee - 1))
  return {
    of: (code) => ({ present: present.of(code), before: before.of(code) }),
    tous: { present: present.tous, before: before.tous },
  }
}
