import { changeOf, sum } from '#figures/ratios'
import type { Db } from '../database/connect'
import type { AxeADate } from '../database/schema'
import { type ADateReader, areComparable, readAtDate, sameDay, type Year } from './annees-a-date'

/** Donors of a year up to a day. */
export interface Donateurs {
  nouveaux: number
  anciens: number
}

/** The running year and the one before, both up to the day of the horizon. */
export interface ComparaisonADate {
  annee: number
  au: string
  comparable: boolean
  year: Donateurs
  before: Donateurs
  comptes: ADateReader['comptes']
}

const donorsOf = (year: Year | undefined): Donateurs => ({
  nouveaux: year?.nouveaux ?? 0,
  anciens: (year?.donateurs ?? 0) - (year?.nouveaux ?? 0),
})

/** Compares the running year at its date; null if there is none, or if it is not the year asked for. */
export async function compareADate(db: Db, asked?: number): Promise<ComparaisonADate | null> {
  const { horizon, years: readYears, comptes } = await readAtDate(db)
  const { horizon: au, annee_en_cours: annee } = await horizon()
  if (au === null || annee === null || annee !== (asked ?? annee)) return null
  const years = await readYears(annee, au)
  return {
    annee,
    au,
    comparable: areComparable(years),
    year: donorsOf(years.at(-1)),
    before: donorsOf(years.at(-2)),
    comptes,
  }
}

/** What an answer says of the comparison. */
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

/** The change at a date of all donors of a group; null if nothing is compared, or there was nothing to change from. */
export const evolutionADate = (
  comparaison: ComparaisonADate | null,
  groupe: Groupe,
): number | null =>
  comparaison?.comparable
    ? changeOf(groupOf(groupe, comparaison.year), groupOf(groupe, comparaison.before))
    : null

/** The donors of the year before up to the same day: of a code, and all, of codes too that neither whole year has. */
export interface ComptesADate {
  of: (code: string) => Donateurs
  tous: Donateurs
}

/**
 * The donors of the year before up to the same day, by code. Undefined if nothing is compared, and from the moment that
 * an exclusion moved the horizon until the figures are computed anew: then they are of another day.
 */
export async function readComptes(
  comparaison: ComparaisonADate | null,
  axe: AxeADate,
): Promise<ComptesADate | undefined> {
  if (!comparaison?.comparable) return undefined
  const rows = await comparaison.comptes(axe)
  const day = sameDay(comparaison.au, comparaison.annee - 1)
  if (rows.some(({ jour }) => jour !== day)) return undefined
  const comptes = new Map(rows.map((row) => [row.code, row]))
  return {
    of: (code) => {
      const { nouveaux = 0, anciens = 0 } = comptes.get(code) ?? {}
      return { nouveaux, anciens }
    },
    tous: {
      nouveaux: sum(rows.map(({ nouveaux }) => nouveaux)),
      anciens: sum(rows.map(({ anciens }) => anciens)),
    },
  }
}
