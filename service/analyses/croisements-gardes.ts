import { sql } from 'kysely'
import type { AxeCroise } from '#contract/axes'
import { Axe } from '#contract/ventilation'
import { answerOf, donateursParAxe, isKeptAxis, placeOfGift } from '../platform/database/axes'
import type { Db } from '../platform/database/connect'
import type { Sums } from './croisements-rangs'

/** Sums of a code of an axis. */
export type Coded = Sums & { code: string }

/** Sums of a year where two kept axes meet. */
interface Case extends Sums {
  annee: number
  ligne: string
  colonne: string
}

/** Donors of these years, or of all (null), by two axes that are kept; `produit` as for profiles, see answerOf. */
export async function readKept(
  db: Db,
  [lignes, colonnes]: readonly [AxeCroise, AxeCroise],
  annees: readonly number[] | null,
  produit = '',
): Promise<Case[]> {
  const { rows } = await sql<Case>`
    select
      annee,
      coalesce((${placeOfGift(lignes)})::text, '') as ligne,
      coalesce((${placeOfGift(colonnes)})::text, '') as colonne,
      sum(donateurs)::bigint as donateurs,
      sum(dons)::bigint as donations,
      round(sum(montant) * 100) as cents
    from croisements_a_jour
    where ${annees === null ? sql`true` : sql`annee = any (${annees}::int[])`}
    group by 1, 2, 3`.execute(db)
  return rows.map((row) => ({
    ...row,
    ligne: answerOf(lignes, row.ligne, produit),
    colonne: answerOf(colonnes, row.colonne, produit),
  }))
}

/** What the breakdown by code keeps of these years: several servers are asked for donors and for gifts apart. */
async function readCodes(db: Db, axe: Axe, annees: readonly number[]) {
  const { rows: dons } = await sql<{ annee: number; code: string } & Omit<Sums, 'donateurs'>>`
    select annee, code, sum(nombre)::bigint as donations, round(sum(montant) * 100) as cents
    from ventilation_mois_axes
    where axe = ${axe} and annee = any (${annees}::int[])
    group by annee, code
    having sum(nombre) > 0`.execute(db)
  const { rows: donateurs } = await sql<{ annee: number; code: string; donateurs: number }>`
    select annee, code, sum(donateurs)::bigint as donateurs
    from ${donateursParAxe(axe)}
    where axe = ${axe} and annee = any (${annees}::int[])
    group by annee, code`.execute(db)
  const byCode = new Map(donateurs.map((row) => [`${row.annee} ${row.code}`, row.donateurs]))
  return dons.map((row) => ({ ...row, donateurs: byCode.get(`${row.annee} ${row.code}`) ?? 0 }))
}

/** The sums of one axis in each of these years, of a region those of its departments; undefined where nothing keeps them. */
export async function readMarges(
  db: Db,
  axe: AxeCroise,
  annees: readonly number[],
  produit: string,
): Promise<(Coded & { annee: number })[] | undefined> {
  const { data: parCode } = Axe.safeParse(axe)
  if (parCode) return readCodes(db, parCode, annees)
  if (!isKeptAxis(axe)) return undefined
  const found = await readKept(db, [axe, 'annee'], annees, produit)
  return found.map(({ ligne, ...sums }) => ({ code: ligne, ...sums }))
}
