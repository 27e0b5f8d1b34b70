// A single rounding rule, here and in PostgreSQL numerics: once, at the end, half away from zero.

/** `part × times ÷ whole` rounded to an integer; exact for integers, `whole` > 0. */
export function nearest(part: number, whole: number, times = 1): number {
  const [above, below] = [BigInt(Math.abs(part)) * BigInt(times), BigInt(whole)]
  const magnitude = Number((2n * above + below) / (2n * below))
  return part < 0 && magnitude > 0 ? -magnitude : magnitude
}

/** Beyond it a double has no cents, and its text an exponent. */
const EXACT = 1e15

/** Rounds to `decimals` by decimal notation: 1.005 is a half, although the nearest double is below. */
export function roundTo(value: number, decimals: number): number {
  const magnitude = Math.abs(value)
  if (magnitude >= EXACT) return value
  const text = String(magnitude)
  const rounded = text.includes('e')
    ? 0
    : Number(`${Math.round(Number(`${text}e${decimals}`))}e-${decimals}`)
  return value < 0 && rounded > 0 ? -rounded : rounded
}

/** Adds what others measure to what `from` does, or takes it off. */
export function addUp<Measure extends string>(
  from: Readonly<Record<Measure, number>>,
  others: readonly NoInfer<Readonly<Record<Measure, number>>>[],
  sign = 1,
): Record<Measure, number> {
  const total: Record<Measure, number> = { ...from }
  for (const one of others)
    for (const measure of Object.keys(from) as Measure[]) total[measure] += sign * one[measure]
  return total
}

/** `part` as a percentage of `whole`, one decimal; 0 if the whole is 0. */
export const percentOf = (part: number, whole: number): number =>
  whole > 0 ? nearest(part, whole, 1000) / 10 : 0

/** `part` as a percentage of `whole`, one decimal; null if the whole is 0. */
export const rateOf = (part: number, whole: number): number | null =>
  whole > 0 ? percentOf(part, whole) : null

/** Euros as whole cents. */
export const centsOf = (euros: number): number => Math.round(euros * 100)

/** Cents per head, as euros rounded to the cent. */
export const eurosEach = (cents: number, heads: number): number => nearest(cents, heads) / 100

/** The same; null without heads. */
export const perHead = (cents: number, heads: number): number | null =>
  heads > 0 ? eurosEach(cents, heads) : null

/** Euros received for each euro spent, rounded to the cent; null if nothing was spent. */
export const perEuro = (cents: number, spent: number): number | null =>
  spent > 0 ? nearest(cents, spent, 100) / 100 : null

/** A number with its share of the whole, as in the API. */
export const partOf = (nombre: number, whole: number) => ({
  nombre,
  pourcentage: percentOf(nombre, whole),
})

/** The change in percent, one decimal; 100 from 0 to more. */
export function evolutionOf(current: number, previous: number): number {
  if (previous === 0) return current > 0 ? 100 : 0
  return percentOf(current - previous, previous)
}

/** Likewise, null from 0. */
export const changeOf = (current: number, previous: number): number | null =>
  previous === 0 ? null : evolutionOf(current, previous)

/** Target (last year's number plus 10 %, rounded) and this year's performance, as in the API. */
export function objectifOf(realise: number, previous: number) {
  const objectif = nearest(previous, 10, 11)
  return {
    objectif,
    realise,
    ecart: realise - objectif,
    performance: percentOf(realise, objectif),
  }
}

export const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0)

/** The mean, rounded to `digits` decimals; null if empty. */
export function meanOf(values: number[], digits: number): number | null {
  if (values.length === 0) return null
  const scale = 10 ** digits
  const total = sum(values.map((value) => Math.round(value * scale)))
  return nearest(total, values.length) / scale
}

/** The row with the highest `measure`, the last among equals; undefined if empty. */
export const highest = <Row>(rows: Row[], measure: (row: Row) => number): Row | undefined =>
  rows.reduce<Row | undefined>(
    (best, row) => (best === undefined || measure(row) >= measure(best) ? row : best),
    undefined,
  )
