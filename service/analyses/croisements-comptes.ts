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

/** A year's gifts by two expressions of them, a donor once in each. */
async function countGifts(
  db: Db,
  annee: number,
  ligne: RawBuilder<string>,
  colonne: RawBuilder<string>,
  only = sql`true`,
): Promise<Case[]> {
  const dons = sql`
    (select * from dons_croises_a_jour where annee = ${annee}) as dons
    left join (select code, famille from campagnes_en_vigueur) as fiches on fiches.code = campagne
    where ${only}`
  const { rows } = await sql<Case>`
    select
      ligne::text as ligne, colonne::text as colonne,
      sum(donateurs)::bigint as donateurs, sum(donations)::bigint as donations, sum(cents)::bigint as cents
    from (
      select ${ligne} as ligne, ${colonne} as colonne, 0 as donateurs, count(*) as donations, sum(cents) as cents
      from ${dons}
      group by 1, 2
      union all
      select ligne, colonne, count(*), 0, 0
      from (select distinct contact_id, ${ligne} as ligne, ${colonne} as colonne from ${dons}) as donateurs
      group by 1, 2
    ) as comptes
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

/** The sums of one axis in each of these years. */
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
    for (const annee of annees) {
      const cases = areKept(axe)
        ? await readKept(db, [axe, 'annee'], annee)
        : await countGifts(db, annee, placeOfGift(axe, annee), sql`''`)
      for (const { ligne, colonne: _one, ...sums } of cases) put(annee, ligne, sums)
    }
  return marges
}

/** A code that has a place of its own on its axis, null of all others. */
function arrangedPlace(axe: AxeCroise, annee: number, { others, shown }: Arranged) {
  const place = placeOfGift(axe, annee)
  return others && axe !== 'region'
    ? sql<string>`case when ${place} = any (${shown}::text[]) then ${place} end`
    : place
}

/** A year's gifts by two axes as they are arranged. */
export const readGifts = (
  db: Db,
  annee: number,
  [lignes, rows]: readonly [AxeCroise, Arranged],
  [colonnes, columns]: readonly [AxeCroise, Arranged],
): Promise<Case[]> =>
  countGifts(db, annee, arrangedPlace(lignes, annee, rows), arrangedPlace(colonnes, annee, columns))

/** The donors of a year with a gift under « Autres » of an axis, once each. */
export async function readOthers(
  db: Db,
  annee: number,
  axe: AxeCroise,
  { others, shown }: Arranged,
): Promise<number> {
  if (!others) return 0
  const place = placeOfGift(axe, annee)
  const [all] = await countGifts(
    db,
    annee,
    sql`''`,
    sql`''`,
    sql`${place} <> all (${shown}::text[])`,
  )
  return all?.donateurs ?? 0
}
