import { sum } from './ratios'

/** A year's value up to a day, and its total. */
export interface Observation {
  annee: number
  value: number
  total: number
}

/** An estimate with its bounds. */
export interface Estimate {
  valeur: number
  bas: number
  haut: number
}

/** Minimum and maximum number of years to learn from, latest first. */
const LEAST = 3
const MOST = 5

/**
 * 90th percentile of Student's t for 2, 3 and 4 degrees of freedom: four values in five lie between it and its
 * opposite. The first is 4√2 / 3; all exact to the last digit of a double.
 */
export const T_90 = [1.8856180831641267, 1.6377443536962102, 1.533206274058944] as const

/** The latest years with a value at the day; undefined if there are too few. */
export function learnFrom<Year extends Observation>(years: readonly Year[]): Year[] | undefined {
  const known = years.filter(({ value }) => value > 0).slice(-MOST)
  return known.length < LEAST ? undefined : known
}

/**
 * Projects a value to the end of its year from the growth of other years (3 to 5, with a value above 0): mean log
 * growth, with the 80 % prediction interval of a normal law, never below the value itself. Not rounded.
 */
export function project(value: number, years: readonly Observation[]): Estimate {
  const growths = years.map((year) => Math.log(year.total / year.value))
  const count = growths.length
  const mean = sum(growths) / count
  const deviation = Math.sqrt(sum(growths.map((one) => (one - mean) ** 2)) / (count - 1))
  const t = T_90[count - LEAST]
  if (t === undefined) throw new Error(`${count} years to learn from`)
  const reach = t * deviation * Math.sqrt(1 + 1 / count)
  return {
    valeur: value * Math.exp(mean),
    bas: Math.max(value, value * Math.exp(mean - reach)),
    haut: value * Math.exp(mean + reach),
  }
}
