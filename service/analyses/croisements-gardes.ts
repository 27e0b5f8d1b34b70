import { sql } from 'kysely'
import type { AxeCroise } from '#contract/croisements'
import { Axe } from '#contract/ventilation'
import type { Db } from '../platform/database/connect'
import { codeOf, GARDES } from './croisements-axes'
import { add, NONE, type Sums } from './croisements-rangs'
import { donateursParAxe } from './par-axe'

/** The codes of an axis, each with its sums. */
export type Marge = Map<string, Sums>

/** Donors of all years, or of one, by two axes that are kept. */
export async function readKept(
  db: Db,
  [lignes, colonnes]: readonly [AxeCroise, AxeCroise],
  annee: number | null,
): Promise<Case[]> {
  const { rows } = await sql<Case>`
    select
      (${GARDES[lignes]})::text as ligne,
      (${GARDES[colonnes]})::text as colonne,
      sum(donateurs)::bigint as donateurs,
      sum(dons)::bigint as donations,
      round(sum(montant) * 100) as cents
    from croisements_a_jour
    ${annee === null ? sql`` : sql`where annee = ${annee}`}
    group by 1, 2`.execute(db)
  return rows
}

/** Sums where two kept axes meet. */
export interface Case extends Sums {
  ligne: string | null
  colonne: string | null
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

/** The kept sums of one axis in each of these years. */
export async function readMarges(
  db: Db,
  axe: AxeCroise,
  annees: readonly number[],
  produit: string,
): Promise<Map<number, Marge>> {
  const marges = new Map(annees.map((annee): [number, Marge] => [annee, new Map()]))
  const put = (annee: number, stored: string | null, sums: Sums) => {
    const code = codeOf(axe, stored ?? '', produit)
    const marge = marges.get(annee)
    marge?.set(code, add([marge.get(code) ?? NONE, sums]))
  }
  const { data: parCode } = Axe.safeParse(axe)
  if (parCode)
    for (const { annee, code, ...sums } of await readCodes(db, parCode, annees))
      put(annee, code, sums)
  else
    for (const annee of annees)
      for (const { ligne, colonne: _one, ...sums } of await readKept(db, [axe, 'annee'], annee))
        put(annee, ligne, sums)
  return marges
}
