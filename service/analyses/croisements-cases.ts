import { sql } from 'kysely'
import { type AxeCroise, estDesDons } from '#contract/croisements'
import type { Db } from '../platform/database/connect'
import {
  areKept,
  type Case,
  codeOf,
  type Marge,
  readGifts,
  readKept,
  readMarges,
  readOthers,
} from './croisements-comptes'
import { add, type Arranged, NONE, type Sums } from './croisements-rangs'

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

/** The sums of an axis by place; of its gifts donors under « Autres » count once. */
async function arrangeMarge(
  db: Db,
  annee: number,
  axe: AxeCroise,
  marge: Marge,
  arranged: Arranged,
): Promise<Map<number, Sums>> {
  const sums = new Map<number, Sums>()
  for (const [code, one] of marge) {
    const place = arranged.placeOf(code)
    if (place !== undefined) sums.set(place, add([sums.get(place) ?? NONE, one]))
  }
  const others = sums.get(arranged.shown.length)
  if (others && estDesDons(axe))
    sums.set(arranged.shown.length, {
      ...others,
      donateurs: await readOthers(db, annee, axe, arranged),
    })
  return sums
}

/** Axes one of which is of gifts, or of what is not kept by donor, of one year. */
async function readYear(
  db: Db,
  produit: string,
  [lignes, colonnes]: Axes,
  annee: number,
): Promise<Compte> {
  const margeOf = async (axe: AxeCroise) =>
    (await readMarges(db, axe, [annee], produit)).get(annee) ?? new Map()
  const [ofRows, ofColumns] = [await margeOf(lignes), await margeOf(colonnes)]
  return {
    lignes: codesOf(ofRows),
    colonnes: codesOf(ofColumns),
    async cross(rows, columns) {
      const code = (axe: AxeCroise, stored: string | null) =>
        stored === null ? null : codeOf(axe, stored, produit)
      const cases = await readGifts(db, annee, [lignes, rows], [colonnes, columns])
      const at = ({ ligne, colonne }: Case): Place => [
        placeIn(rows, code(lignes, ligne)),
        placeIn(columns, code(colonnes, colonne)),
      ]
      const sums = gather(cases.map((one) => [at(one), one]))
      for (const [row, one] of await arrangeMarge(db, annee, lignes, ofRows, rows))
        sums.set([row, null].join(), one)
      for (const [column, one] of await arrangeMarge(db, annee, colonnes, ofColumns, columns))
        sums.set([null, column].join(), one)
      sums.set([null, null].join(), add(await readKept(db, ['annee', 'annee'], annee)))
      return lookUp(sums)
    },
  }
}

/** Years, and an axis that is not kept by donor: no donors of several years are counted. */
async function readYears(db: Db, produit: string, [lignes, colonnes]: Axes): Promise<Compte> {
  const years = await readKept(db, ['annee', 'annee'], null)
  const axe = lignes === 'annee' ? colonnes : lignes
  const marges = await readMarges(
    db,
    axe,
    years.map(({ ligne }) => Number(ligne)),
    produit,
  )
  const ofYears = years.map(({ ligne, colonne: _same, ...sums }) => ({
    code: ligne ?? '',
    ...sums,
  }))
  const ofCodes = [...marges.values()].flatMap(codesOf)
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
        const marge = marges.get(Number(code)) ?? new Map()
        for (const [place, one] of await arrangeMarge(db, Number(code), axe, marge, byCode)) {
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
  // A year's gifts are sorted and grouped in memory, by processes side by side.
  await sql`set local jit = off`.execute(db)
  await sql`set local work_mem = '64MB'`.execute(db)
  await sql`set local parallel_tuple_cost = 0.01`.execute(db)
  return annee === null ? readYears(db, produit, axes) : readYear(db, produit, axes, annee)
}
