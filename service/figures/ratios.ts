/** `part / whole` to one decimal, halves away from zero, in whole numbers all the way. */
function tenths(part: number, whole: number): number {
  const magnitude = Math.floor((20 * Math.abs(part) + whole) / (2 * whole)) / 10
  return part < 0 ? -magnitude : magnitude
}

/** `part` as a percentage of `whole`, one decimal; 0 if the whole is 0. */
export const percentOf = (part: number, whole: number): number =>
  whole > 0 ? tenths(part * 100, whole) : 0

/** `part` as a percentage of `whole`, one decimal; null if the whole is 0. */
export const rateOf = (part: number, whole: number): number | null =>
  whole > 0 ? percentOf(part, whole) : null

/** Euros as whole cents. */
export const centsOf = (euros: number): number => Math.round(euros * 100)

/** Whole cents by head as euros, rounded half up to the cent. */
export const eurosEach = (cents: number, heads: number): number =>
  Math.floor((2 * cents + heads) / (2 * heads)) / 100

/** A number with its share of the whole, as the API has it. */
export const partOf = (nombre: number, whole: number) => ({
  nombre,
  pourcentage: percentOf(nombre, whole),
})

/** The change in percent, one decimal; from 0 to more it is 100. */
export function evolutionOf(current: number, previous: number): number {
  if (previous === 0) return current > 0 ? 100 : 0
  return current === previous ? 0 : tenths((current - previous) * 100, previous)
}

/** The same, null if there was nothing to change from. */
export const changeOf = (current: number, previous: number): number | null =>
  previous === 0 ? null : evolutionOf(current, previous)

/** Last year's number plus 10 %, rounded half up, and how far this year's came, as the API has it. */
export function objectifOf(realise: number, previous: number) {
  const objectif = Math.floor((previous * 11 + 5) / 10)
  return {
    objectif,
    realise,
    ecart: realise - objectif,
    performance: percentOf(realise, objectif),
  }
}

export const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0)

/** The mean, with `digits` decimals; null of nothing. */
export function meanOf(values: number[], digits: number): number | null {
  if (values.length === 0) return null
  const scale = 10 ** digits
  const total = sum(values.map((value) => Math.round(value * scale)))
  return Math.round(total / values.length) / scale
}

/** The row with the highest `measure`, the latest of equals; undefined of nothing. */
export const highest = <Row>(rows: Row[], measure: (row: Row) => number): Row | undefined =>
  rows.reduce<Row | undefined>(
    (best, row) => (best === undefined || measure(row) >= measure(best) ? row : best),
    undefined,
  )
