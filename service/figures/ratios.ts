/** `part / whole` to one decimal, halves away from zero, in whole numbers all the way: as the service rounds. */
function tenths(part: number, whole: number): number {
  const magnitude = Math.floor((20 * Math.abs(part) + whole) / (2 * whole)) / 10
  return part < 0 ? -magnitude : magnitude
}

/** `part` as a percentage of `whole`; 0 where the whole is 0. */
export const percentOf = (part: number, whole: number): number =>
  whole > 0 ? tenths(part * 100, whole) : 0

/** Percent of change; from nothing to something is 100. */
export function evolutionOf(current: number, previous: number): number {
  if (previous === 0) return current > 0 ? 100 : 0
  return current === previous ? 0 : tenths((current - previous) * 100, previous)
}

/** The mean, with `digits` decimals; null of nothing. */
export function meanOf(values: number[], digits: number): number | null {
  if (values.length === 0) return null
  const scale = 10 ** digits
  const total = values.reduce((sum, value) => sum + Math.round(value * scale), 0)
  return Math.round(total / values.length) / scale
}

/** The row where `measure` is highest, the latest of equals; undefined of nothing. */
export const highest = <Row>(rows: Row[], measure: (row: Row) => number): Row | undefined =>
  rows.reduce<Row | undefined>(
    (best, row) => (best === undefined || measure(row) >= measure(best) ? row : best),
    undefined,
  )
