import { sql } from 'kysely'
import { type AxeCroise, estDesDons } from '#contract/croisements'
import type { Db } from '../platform/database/connect'
import {
  areKept,
  type CaseDeDons,
  codeOf,
  hasMarge,
  type Marge,
  readGifts,
  readKept,
  readMarges,
  type Side,
} from './croisements-comptes'
import { add, type Arranged, NONE, ORDRES, type Sums } from './croisements-rangs'

/** A place in the table; null is a total. */
export type Place = readonly [row: number | null, column: number | null]

type At = (place: Place) => Sums
type Axes = readonly [lignes: AxeCroise, colonnes: AxeCroise]
type Coded = Sums & { code: string }

/** The codes of both axes, and what stands where once they are arranged. */
interface Compte {
  lignes: readonly Coded[]
  colonnes: readonly Coded[]
  cross: (rows: Arranged, columns: Arranged) => At | Promise<At>
}

/** Sums by place, those of one place added. */
function gather(places: readonly (readonly [Place, Sums])[]): Map<string, Sums> {
  const sums = new Map<string, Sums>()
  for (const [place, one] of places)
    sums.set(place.join(), add([sums.get(place.join()) ?? NONE, one]))
  return sums
}

const lookUp =
  (sums: ReadonlyMap<string, Sums>): At =>
  (place) =>
    sums.get(place.join()) ?? NONE

const placeIn = ({ placeOf }: Arranged, code: string | null) => placeOf(code) ?? null

/** Axes that donors have one answer to: everything adds up. */
async function readDonors(
  db: Db,
  produit: string,
  [lignes, colonnes]: Axes,
  annee: number | null,
): Promise<Compte> {
  const found = await readKept(db, [lignes, colonnes], annee)
  const cases = found.map(({ ligne, colonne, ...sums }) => ({
    ligne: codeOf(lignes, ligne ?? '', produit),
    colonne: codeOf(colonnes, colonne ?? '', produit),
    sums,
  }))
  return {
    lignes: cases.map(({ ligne, sums }) => ({ code: ligne, ...sums })),
    colonnes: cases.map(({ colonne, sums }) => ({ code: colonne, ...sums })),
    cross: (rows, columns) =>
      lookUp(
        gather(
          cases.flatMap(({ ligne, colonne, sums }) => {
            const [row, column] = [placeIn(rows, ligne), placeIn(columns, colonne)]
            const places: Place[] = [
              [row, column],
              [row, null],
              [null, column],
              [null, null],
            ]
            return places.map((place) => [place, sums] as const)
          }),
        ),
      ),
  }
}

const codesOf = (marge: Marge): Coded[] => [...marge].map(([code, sums]) => ({ code, ...sums }))

/** All codes of an axis whose sums nothing keeps: those that have none are left out when they are counted. */
const allCodes = (axe: AxeCroise): Coded[] => (ORDRES[axe] ?? []).map((code) => ({ code, ...NONE }))

const placeOf = ([axe, arranged]: Side, stored: string | null, produit: string) =>
  placeIn(arranged, stored === null ? null : codeOf(axe, stored, produit))

/** Whether the sums of a side are those of its kept codes: a donor may have several of « Autres ». */
const isKept = ([axe, { others }]: Side, marge: Marge | undefined): marge is Marge =>
  marge !== undefined && !(others && estDesDons(axe))

/** The sums of a side by place, as they are kept or else counted. */
async function readTotals(
  db: Db,
  annee: number,
  side: Side,
  produit: string,
  marge: Marge | undefined,
): Promise<[number | null, Sums][]> {
  if (!isKept(side, marge))
    return totalsOf(await readGifts(db, annee, side), 'ligne', side, produit)
  return [...marge].map(([code, sums]) => [placeIn(side[1], code), sums])
}

/** The sums of the rows of counted cases, or of their columns if each donor is in one of them. */
const totalsOf = (
  cases: readonly CaseDeDons[],
  of: 'ligne' | 'colonne',
  side: Side,
  produit: string,
): [number | null, Sums][] =>
  cases.map(({ premiers, uniques, donations, cents, ...codes }) => [
    placeOf(side, codes[of], produit),
    { donateurs: of === 'ligne' ? premiers : uniques, donations, cents },
  ])

/** Axes one of which is of gifts, or of what is not kept by donor, of one year. */
async function readYear(
  db: Db,
  produit: string,
  [lignes, colonnes]: Axes,
  annee: number,
): Promise<Compte> {
  const margeOf = async (axe: AxeCroise) =>
    hasMarge(axe) ? (await readMarges(db, axe, [annee], produit)).get(annee) : undefined
  const [ofRows, ofColumns] = [await margeOf(lignes), await margeOf(colonnes)]
  return {
    lignes: ofRows ? codesOf(ofRows) : allCodes(lignes),
    colonnes: ofColumns ? codesOf(ofColumns) : allCodes(colonnes),
    async cross(rows, columns) {
      const byRow: Side = [lignes, rows]
      const byColumn: Side = [colonnes, columns]
      // Counted by a side of gifts whose totals nothing keeps, if there is one: they come with the cases, as those of donors do.
      const isTurned = isKept(byRow, ofRows) || !estDesDons(lignes)
      const [first, second, marge] = isTurned
        ? [byColumn, byRow, ofRows]
        : [byRow, byColumn, ofColumns]
      const cases = await readGifts(db, annee, first, second)
      const places: [Place, Sums][] = []
      const put = (one: number | null, other: number | null, sums: Sums) =>
        places.push([isTurned ? [other, one] : [one, other], sums])
      for (const { ligne, colonne, ...sums } of cases)
        put(placeOf(first, ligne, produit), placeOf(second, colonne, produit), sums)
      for (const [place, sums] of totalsOf(cases, 'ligne', first, produit)) put(place, null, sums)
      const others = estDesDons(second[0])
        ? await readTotals(db, annee, second, produit, marge)
        : totalsOf(cases, 'colonne', second, produit)
      for (const [place, sums] of others) put(null, place, sums)
      put(null, null, add(await readKept(db, ['annee', 'annee'], annee)))
      return lookUp(gather(places))
    },
  }
}

/** Years, and an axis that is not kept by donor: no donors of several years are counted. */
async function readYears(db: Db, produit: string, [lignes, colonnes]: Axes): Promise<Compte> {
  const years = await readKept(db, ['annee', 'annee'], null)
  const axe = lignes === 'annee' ? colonnes : lignes
  const marges = hasMarge(axe)
    ? await readMarges(
        db,
        axe,
        years.map(({ ligne }) => Number(ligne)),
        produit,
      )
    : null
  const ofYears = years.map(({ ligne, colonne: _same, ...sums }) => ({
    code: ligne ?? '',
    ...sums,
  }))
  const ofCodes = marges ? [...marges.values()].flatMap(codesOf) : allCodes(axe)
  const isTurned = lignes === 'annee'
  return {
    lignes: isTurned ? ofYears : ofCodes,
    colonnes: isTurned ? ofCodes : ofYears,
    async cross(rows, columns) {
      const [byYear, byCode] = isTurned ? [rows, columns] : [columns, rows]
      const places: [Place, Sums][] = []
      const put = (year: number | null, code: number | null, sums: Sums) =>
        places.push([isTurned ? [year, code] : [code, year], sums])
      for (const { code, ...total } of ofYears) {
        const year = placeIn(byYear, code)
        put(year, null, total)
        put(null, null, total)
        const marge = marges?.get(Number(code))
        for (const [place, one] of await readTotals(
          db,
          Number(code),
          [axe, byCode],
          produit,
          marge,
        )) {
          put(year, place, one)
          put(null, place, one)
        }
      }
      return lookUp(gather(places))
    },
  }
}

/** Counts donors and gifts by two axes, of a year or of all (`annee` null). */
export async function readCompte(
  db: Db,
  produit: string,
  axes: Axes,
  annee: number | null,
): Promise<Compte> {
  if (areKept(...axes)) return readDonors(db, produit, axes, annee)
  // A year's gifts are sorted in memory, by processes side by side.
  await sql`set local work_mem = '64MB'`.execute(db)
  await sql`set local parallel_tuple_cost = 0.01`.execute(db)
  return annee === null ? readYears(db, produit, axes) : readYear(db, produit, axes, annee)
}
