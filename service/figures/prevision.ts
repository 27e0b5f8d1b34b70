/** A line through two years, and its value in a later one. */
export interface Forecast {
  depuis: number
  jusqua: number
  valeur: number
}

/**
 * Extrapolates the line through the first and the last-but-one year to the last; null below three years. At least 0.
 * Not rounded: for integers it is the nearest double, so that halves are kept.
 */
export function forecastOf(years: readonly { annee: number; valeur: number }[]): Forecast | null {
  const first = years[0]
  const previous = years.at(-2)
  const last = years.at(-1)
  if (years.length < 3 || !first || !previous || !last) return null
  const between = previous.annee - first.annee
  const gone = (previous.valeur - first.valeur) * (last.annee - first.annee)
  const forecast = (first.valeur * between + gone) / between
  return { depuis: first.annee, jusqua: previous.annee, valeur: Math.max(0, forecast) }
}
