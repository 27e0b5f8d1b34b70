import { type RawBuilder, sql } from 'kysely'
import { type AxeCroise, estDesDons } from '#contract/croisements'
import { regionDe } from '#contract/departements'
import { Segment } from '#contract/listes'
import { Tranche } from '#contract/montants'
import { Statut } from '#contract/recherche'
import { Axe } from '#contract/ventilation'
import { nameProfil, PROFILS } from '#figures/profils'
import type { Db } from '../platform/database/connect'
import { readHorizon } from '../platform/database/horizon'
import { reguliersDe } from '../platform/database/reguliers'
import { isDistributed } from '../platform/database/repartition'
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

/** A year whose gifts are counted, up to the horizon. */
interface Year {
  annee: number
  horizon: RawBuilder<string>
}

/** Where a gift stands on the other axes. */
function placeOfGift(axe: AxeCroise, { annee, horizon }: Year): RawBuilder<string> {
  switch (axe) {
    case 'mois':
      return sql`mois`
    case 'tranche_don':
      return sql`tranche`
    case 'famille':
      return sql`coalesce(famille, 'N/A')`
    case 'statut':
      return sql`least(greatest(date_part('year', ${horizon})::integer - derniere_annee, 0), 3)`
    case 'regulier':
      return sql`
        case when contact_id in ${reguliersDe(annee, 'series_presentes', horizon)} then 'oui' else 'non' end`
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

/** Sums where two kept axes meet. */
export interface Case extends Sums {
  ligne: string | null
  colonne: string | null
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

/** An axis as it is arranged. */
export type Side = readonly [axe: AxeCroise, arranged: Arranged]

/** Where a gift stands on an arranged axis, and the place among the headings that what is read of it means. */
interface Placed {
  join: RawBuilder<unknown>
  at: RawBuilder<unknown>
  placeOf: (read: string) => number | null
}

/** As it is stored: a rank, or the code of a donor, whose codes are put together once his gifts are. */
function placedAsStored([axe, arranged]: Side, year: Year, produit: string): Placed {
  return {
    join: sql``,
    at: placeOfGift(axe, year),
    placeOf: (read) => arranged.placeOf(codeOf(axe, read, produit)) ?? null,
  }
}

/** By the place of its code: the last one is that of all others. */
function placedByCode([axe, { shown }]: Side, year: Year): Placed {
  const places = sql.ref(`places_${axe}`)
  return {
    join: sql`
      left join unnest(${shown}::text[]) with ordinality as ${places} (code, rang)
        on ${places}.code = ${placeOfGift(axe, year)}`,
    at: sql`coalesce(${places}.rang::integer - 1, ${sql.lit(shown.length)})`,
    placeOf: Number,
  }
}

const hasRanks = (axe: AxeCroise) => axe === 'mois' || axe in NOMS

/** What two axes of a year's gifts count, by place: where they meet, and each row by itself. */
interface Croises {
  cases: [row: number | null, column: number | null, sums: Sums][]
  rows: [row: number | null, sums: Sums][]
}

/** The gifts that count, in parts of their donors: those as published by halves, see recalculer_dons_croises. */
const partsOf = async (db: Db) =>
  (await isDistributed(db))
    ? [sql`dons_croises_a_jour where true`]
    : [
        sql`dons_croises_inchanges where hashtext(contact_id) & 1 = 0`,
        sql`dons_croises_inchanges where hashtext(contact_id) & 1 = 1`,
        sql`dons_croises_regroupes where true`,
      ]

/** Donors of a row, and the columns in which they gave, bit by bit; of gifts, the column that they are of. */
interface Ensemble extends Sums {
  ligne: string
  bits: number
}

/**
 * A year's gifts by the columns, as they are arranged, and by the rows if there are any; a donor once in each case. Whose
 * only gift it is counts as gifts do; each row's other donors are told apart once, with the set of their columns.
 */
export async function readGifts(
  db: Db,
  annee: number,
  produit: string,
  columns: Side,
  rows?: Side,
): Promise<Croises> {
  // A day, not a question: PostgreSQL counts those side by side that ask nothing else.
  const year = { annee, horizon: sql<string>`${await readHorizon(db)}::date` }
  const colonne = hasRanks(columns[0])
    ? placedAsStored(columns, year, produit)
    : placedByCode(columns, year)
  const ligne =
    rows &&
    (hasRanks(rows[0]) || !estDesDons(rows[0])
      ? placedAsStored(rows, year, produit)
      : placedByCode(rows, year))
  const familles = sql`
    left join (select code as campagne, famille from campagnes_en_vigueur) as fiches using (campagne)`
  const hasFamilies = [rows, columns].some((side) => side?.[0] === 'famille')
  const ensembles = (await partsOf(db)).map((part) => {
    const dons = sql`
      select contact_id, segment, cents, ${ligne?.at ?? sql`0`} as ligne, 1::bigint << ${colonne.at} as bits
      from (select * from ${part} and annee = ${annee}) as dons
      ${hasFamilies ? familles : sql``} ${ligne?.join ?? sql``} ${colonne.join}`
    return sql`
      select
        ligne::text, bits,
        count(*) filter (where segment = 1) as donateurs, count(*) as donations, sum(cents)::bigint as cents
      from (${dons}) as dons
      group by ligne, bits
      union all
      select ligne::text, bits, count(*), 0::bigint, 0::bigint
      from (
        select ligne, bit_or(bits) as bits from (${dons} where segment > 1) as dons group by contact_id, ligne
      ) as donateurs
      group by ligne, bits`
  })
  // Each of them is counted by one process, in memory, and hands on sums.
  await sql`set local work_mem = '64MB'`.execute(db)
  const found = await sql<Ensemble>`${sql.join(ensembles, sql` union all `)}`.execute(db)

  const croises: Croises = { cases: [], rows: [] }
  for (const { ligne: stored, bits, ...sums } of found.rows) {
    const row = ligne?.placeOf(stored) ?? null
    croises.rows.push([row, sums])
    for (let bit = 0, rest = bits; rest > 0; bit++, rest = Math.floor(rest / 2))
      if (rest % 2 === 1) croises.cases.push([row, colonne.placeOf(String(bit)), sums])
  }
  return croises
}
