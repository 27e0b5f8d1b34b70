/** `numerator / denominator` to `decimals` places, half away from zero, in exact integers. */
export function rounded(numerator: bigint, denominator: bigint, decimals: number): number {
  const scale = 10n ** BigInt(decimals)
  const negative = numerator < 0n
  const magnitude = negative ? -numerator : numerator
  const quotient = (magnitude * scale) / denominator
  const rest = (magnitude * scale) % denominator
  const digits = quotient + (rest * 2n >= denominator ? 1n : 0n)
  const text = digits.toString().padStart(decimals + 1, '0')
  const point = text.length - decimals
  const value = Number(`${text.slice(0, point)}.${text.slice(point)}`)
  return negative && value !== 0 ? -value : value
}

/** Percent with one decimal, 0 of nothing. */
export const percent = (part: number, whole: number): number =>
  whole === 0 ? 0 : rounded(BigInt(part) * 100n, BigInt(whole), 1)

/** Percent with one decimal, null of nothing. */
export const rate = (part: number, whole: number): number | null =>
  whole === 0 ? null : percent(part, whole)

/** Percent of change: from nothing to something is 100. */
export function change(before: number, now: number): number {
  if (before === 0) return now > 0 ? 100 : 0
  return rounded(BigInt(now - before) * 100n, BigInt(before), 1)
}

/** The same, null from nothing. */
export const changeOrNone = (before: number, now: number): number | null =>
  before === 0 ? null : change(before, now)

/** Cents as euros. */
export const euros = (cents: number): number => rounded(BigInt(cents), 100n, 2)

/** The mean of `count` amounts, in euros to the cent; 0 of none. */
export const meanEuros = (cents: number, count: number): number =>
  count === 0 ? 0 : rounded(BigInt(cents), BigInt(count) * 100n, 2)

export const share = (nombre: number, whole: number) => ({
  nombre,
  pourcentage: percent(nombre, whole),
})

/** Last year's number plus a tenth. */
export function goal(before: number, now: number) {
  const objectif = rounded(BigInt(before) * 11n, 10n, 0)
  return { objectif, realise: now, ecart: now - objectif, performance: percent(now, objectif) }
}

/** How often each name stands in a list. */
export function countBy<Item>(
  items: readonly Item[],
  name: (item: Item) => string,
): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(name(item), (counts.get(name(item)) ?? 0) + 1)
  return counts
}
