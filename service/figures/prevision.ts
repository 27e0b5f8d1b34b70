/** A line through two years, and what it comes to in a later one. */
export interface Forecast {
  depuis: number
  jusqua: number
  valeur: number
}

/**
 * The line through the first year and the last but one, extended to the last; null below three years. A forecast below
 * zero is zero. Not rounded.
 */
export function forecastOf(years: readonly { annee: number; valeur: number }[]): Forecast | null {
  const first = years[0]
  const previous = years.at(-2)
  const last = years.at(-1)
  if (years.length < 3 || !first || !previous || !last) return null
  const slope = (previous.valeur - first.valeur) / (previous.annee - first.annee)
  const forecast = first.valeur + slope * (last.annee - first.annee)
  return { depuis: first.annee, jusqua: previous.annee, valeur: Math.max(0, forecast) }
}
