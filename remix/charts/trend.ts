export interface YearValue {
  annee: number
  valeur: number
}

export interface Trend {
  from: YearValue
  to: YearValue
  /** The year of the second point that the line goes through. */
  through: number
}

/**
 * The line through the first year and the last but one, extended to the last; undefined below three
 * years. A forecast below zero is zero.
 */
export function trendOf(years: YearValue[]): Trend | undefined {
  const first = years[0]
  const previous = years.at(-2)
  const last = years.at(-1)
  if (years.length < 3 || !first || !previous || !last) return undefined
  const slope = (previous.valeur - first.valeur) / (previous.annee - first.annee)
  const forecast = first.valeur + slope * (last.annee - first.annee)
  return {
    from: first,
    to: { annee: last.annee, valeur: Math.max(0, forecast) },
    through: previous.annee,
  }
}

/** What the tooltip of a forecast says below its value. */
export const trendSource = ({ from, through }: Trend) =>
  `Prévision basée sur la tendance ${from.annee}-${through}`
