import { type AxeCroise, codesDe, estDesDons } from '#contract/axes'
import { addUp } from '#figures/ratios'
import { isKeptAxis } from '../platform/database/axes'
import type { Db } from '../platform/database/connect'
import { readGifts, type Side } from './croisements-dons'
import { type Coded, readKept, readMarges } from './croisements-gardes'
import { addTo, type Arranged, NONE, type Sums } from './croisements-rangs'

/** A place in the table; null is a total. */
export type Place = readonly [row: number | null, column: number | null]

type At = (place: Place) => Sums
type Axes = readonly [lignes: AxeCroise, colonnes: AxeCroise]

/** The codes of both axes, and what stands where once they are arranged. */
interface Compte {
  lignes: readonly Coded[]
  colonnes: readonly Coded[]
  cross: (rows: Arranged, columns: Arranged) => At | Promise<At>
}

/** A place as a number. */
const keyOf = ([row, column]: Place) => ((row ?? -1) + 1) * 1000 + (column ?? -1) + 1

/** What stands at each place, sums of one place added. */
function lookUp(places: readonly (readonly [Place, Sums])[]): At {
  const found = new Map<number, Sums>()
  for (const [place, one] of places) {
    const key = keyOf(place)
    const sums = found.get(key)
    if (sums) addTo(sums, one)
    else found.set(key, { ...one })
  }
  return (place) => found.get(keyOf(place)) ?? NONE
}

const placeIn = ({ placeOf }: Arranged, code: string | null) => placeOf(code) ?? null

/** Axes that donors have one answer to: everything adds up. */
async function readDonors(
  db: Db,
  produit: string,
  axes: Axes,
  annee: number | null,
): Promise<Compte> {
  const cases = await readKept(db, axes, annee === null ? null : [annee], produit)
  return {
    lignes: cases.map(({ ligne, ...sums }) => ({ code: ligne, ...sums })),
    colonnes: cases.map(({ colonne, ...sums }) => ({ code: colonne, ...sums })),
    cross: (rows, columns) =>
      lookUp(
        cases.flatMap(({ ligne, colonne, ...sums }) => {
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
  }
}

/** All codes of an axis whose sums nothing keeps: those that have none are left out when they are counted. */
const allCodes = (axe: AxeCroise): Coded[] =>
  (codesDe(axe) ?? []).map((code) => ({ code, ...NONE }))

/** Whether the sums of a side are those of its kept codes: a donor may have several of « Autres ». */
const isKept = (
  [axe, { others }]: Side,
  marge: readonly Coded[] | undefined,
): marge is readonly Coded[] => marge !== undefined && !(others && estDesDons(axe))

/** The sums of a side by place, as they are kept or else counted. */
async function readTotals(
  db: Db,
  annee: number,
  side: Side,
  produit: string,
  marge: readonly Coded[] | undefined,
): Promise<[number | null, Sums][]> {
  if (!isKept(side, marge)) {
    const { cases } = await readGifts(db, annee, produit, side)
    return cases.map(([, column, sums]) => [column, sums])
  }
  return marge.map(({ code, ...sums }) => [placeIn(side[1], code), sums])
}

/** Axes one of which is of gifts, or of what is not kept by donor, of one year. */
async function readYear(
  db: Db,
  produit: string,
  [lignes, colonnes]: Axes,
  annee: number,
): Promise<Compte> {
  const ofRows = await readMarges(db, lignes, [annee], produit)
  const ofColumns = await readMarges(db, colonnes, [annee], produit)
  return {
    lignes: ofRows ?? allCodes(lignes),
    colonnes: ofColumns ?? allCodes(colonnes),
    async cross(rows, columns) {
      const byRow: Side = [lignes, rows]
      const byColumn: Side = [colonnes, columns]
      // Rows whose totals come with the cases: of donors, else those that nothing keeps.
      const isTurned = estDesDons(lignes)
        ? !estDesDons(colonnes) || isKept(byRow, ofRows)
        : !estDesDons(colonnes) && ofRows === undefined
      const [first, second, marge] = isTurned
        ? [byColumn, byRow, ofRows]
        : [byRow, byColumn, ofColumns]
      const found = await readGifts(db, annee, produit, second, first)
      const places: [Place, Sums][] = []
      const put = (one: number | null, other: number | null, sums: Sums) =>
        places.push([isTurned ? [other, one] : [one, other], sums])
      for (const [one, other, sums] of found.cases) put(one, other, sums)
      for (const [one, sums] of found.rows) put(one, null, sums)
      // Donors who are in one row each add up to those of a column.
      const others = estDesDons(first[0])
        ? await readTotals(db, annee, second, produit, marge)
        : found.cases.map(([, other, sums]) => [other, sums] as const)
      for (const [other, sums] of others) put(null, other, sums)
      put(null, null, addUp(NONE, await readKept(db, ['annee', 'annee'], [annee])))
      return lookUp(places)
    },
  }
}

/** Years, and an axis that is not kept by donor: no donors of several years are counted. */
async function readYears(db: Db, produit: string, [lignes, colonnes]: Axes): Promise<Compte> {
  const years = await readKept(db, ['annee', 'annee'], null)
  const axe = lignes === 'annee' ? colonnes : lignes
  const annees = years.map(({ annee }) => annee)
  const marges = await readMarges(db, axe, annees, produit)
  const ofYears = years.map(({ ligne, ...sums }) => ({ code: ligne, ...sums }))
  const ofCodes = marges ?? allCodes(axe)
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
        const marge = marges?.filter(({ annee }) => annee === Number(code))
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
      return lookUp(places)
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
  if (axes.every(isKeptAxis)) return readDonors(db, produit, axes, annee)
  return annee === null ? readYears(db, produit, axes) : readYear(db, produit, axes, annee)
}
