import { type RawBuilder, sql } from 'kysely'
import type { AxeCroise } from '#contract/croisements'
import { regionDe } from '#contract/departements'
import { Segment } from '#contract/listes'
import { Tranche } from '#contract/montants'
import { Statut } from '#contract/recherche'
import { Axe } from '#contract/ventilation'
import { nameProfil, PROFILS } from '#figures/profils'
import type { Db } from '../platform/database/connect'
import { reguliersDe } from '../platform/database/reguliers'
import { add, type Arranged, NONE, type Sums } from './croisements-rangs'
import { parAxe } from './par-axe'

/** The codes of an axis, each with its sums. */
export type Marge = Map<string, Sums>

/** The figure by donor and year knows where each stands on these axes. */
const GARDES: Partial<Record<AxeCroise, RawBuilder<string>>> = {
  annee: sql`annee`,
  departement: sql`departement`,
  // Its departments, which codeOf puts together.
  region: sql`departement`,
  profil: sql`profil`,
  tranche: sql`tranche_total`,
  segment: sql`segment`,
  anciennete: sql`case when nouveau then 'nouveaux' else 'anciens' end`,
}

/** Whether both axes are kept by donor and year. */
export const areKept = (...axes: AxeCroise[]) => axes.every((axe) => axe in GARDES)

/** Where a gift stands on the other axes. */
function placeOfGift(axe: AxeCroise, annee: number): RawBuilder<string> {
  switch (axe) {
    case 'mois':
      return sql`mois`
    case 'tranche_don':
      return sql`tranche`
    case 'famille':
      return sql`coalesce(famille, 'N/A')`
    case 'statut':
      return sql`least(greatest(
        (select date_part('year', jour) from horizon_a_jour) - derniere_annee, 0), 3)`
    case 'regulier':
      return sql`
        case when contact_id in ${reguliersDe(annee, 'series_presentes')} then 'oui' else 'non' end`
    default:
      return GARDES[axe] ?? sql.ref(axe)
  }
}

/** Ranks as lists and screens name them. */
const NOMS: Partial<Record<AxeCroise, (rank: number) => string | undefined>> = {
  tranche: (rank) => Tranche.options[rank],
  tranche_don: (rank) => Tranche.options[rank],
  segment: (rank) => Segment.options[rank - 1],
  statut: (rank) => Statut.options[rank],
}

/** A code as lists and screens name it. */
export function codeOf(axe: AxeCroise, stored: string, produit: string): string {
  if (axe === 'region') return regionDe(stored)
  const profil = axe === 'profil' ? PROFILS.find((one) => one === stored) : undefined
  return profil ? nameProfil(produit, profil) : (NOMS[axe]?.(Number(stored)) ?? stored)
}

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

/** Sums where two axes meet; null stands for « Autres ». */
export interface Case extends Sums {
  ligne: string | null
  colonne: string | null
}

/** Sums of gifts, and how many of their donors have no case before this one. */
export interface CaseDeDons extends Case {
  /** In its row, whose donors they add up to. */
  premiers: number
  /** In any row. */
  uniques: number
}

/**
 * A year's gifts by two expressions of them, a donor once in each case. They are kept in the order of their contacts, so that
 * these are sorted rather than hashed, and each gift is told from the one of its donor before.
 */
async function countGifts(
  db: Db,
  annee: number,
  ligne: RawBuilder<string>,
  colonne: RawBuilder<string>,
): Promise<CaseDeDons[]> {
  const { rows } = await sql<CaseDeDons>`
    select
      ligne::text as ligne,
      colonne::text as colonne,
      count(*) filter (where autre_donateur or autre_ligne or autre_colonne) as donateurs,
      count(*) filter (where autre_donateur or autre_ligne) as premiers,
      count(*) filter (where autre_donateur) as uniques,
      count(*) as donations,
      sum(cents)::bigint as cents
    from (
      select
        ligne, colonne, cents,
        lag(contact_id) over suite is null as autre_donateur,
        ligne is distinct from lag(ligne) over suite as autre_ligne,
        colonne is distinct from lag(colonne) over suite as autre_colonne
      from (
        select contact_id, ${ligne} as ligne, ${colonne} as colonne, cents
        from dons_croises_a_jour
        left join (select code as campagne, famille from campagnes_en_vigueur) as fiches using (campagne)
        where annee = ${annee}
      ) as dons
      window suite as (partition by contact_id order by ligne, colonne rows unbounded preceding)
    ) as places
    group by 1, 2`.execute(db)
  return rows
}

/** What the breakdown by code keeps of these years. */
async function readCodes(db: Db, axe: Axe, annees: readonly number[]) {
  const { rows } = await sql<Sums & { annee: number; code: string }>`
    select
      annee, code,
      sum(donateurs)::bigint as donateurs, sum(nombre)::bigint as donations, round(sum(montant) * 100) as cents
    from (
      select annee, code, 0 as donateurs, nombre, montant
      from ${parAxe('mois', axe)}
      where axe = ${axe} and annee = any (${annees}::int[])
      union all
      select annee, code, donateurs, 0, 0
      from ${parAxe('donateurs', axe)}
      where axe = ${axe} and annee = any (${annees}::int[])
    ) as comptes
    group by 1, 2
    having sum(nombre) > 0`.execute(db)
  return rows
}

/** Whether the sums of an axis are kept; of its « Autres » those of donors. */
export const hasMarge = (axe: AxeCroise) => axe in GARDES || Axe.safeParse(axe).success

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

/** A code that has a place of its own on its axis, null of all others. */
function arrangedPlace([axe, { others, shown }]: Side, annee: number) {
  const place = placeOfGift(axe, annee)
  return others && axe !== 'region'
    ? sql<string>`case when ${place} = any (${shown}::text[]) then ${place} end`
    : place
}

/** An axis as it is arranged. */
export type Side = readonly [axe: AxeCroise, arranged: Arranged]

/** A year's gifts by one axis, or by two, as they are arranged. */
export const readGifts = (
  db: Db,
  annee: number,
  rows: Side,
  columns?: Side,
): Promise<CaseDeDons[]> =>
  countGifts(
    db,
    annee,
    arrangedPlace(rows, annee),
    columns ? arrangedPlace(columns, annee) : sql`''`,
  )
