import { formatEuros } from '#figures/format'

/** What one year brought. */
interface Brought {
  annee: number
  montant: number
}

/** « de 15 273 € à 29 370 € de 2023 à 2025 »: what other years brought, no promise; null of fewer than two with gifts. */
export function rangeOf(years: readonly Brought[]): string | null {
  const known = years.filter(({ montant }) => montant > 0)
  const [first, last] = [known[0], known.at(-1)]
  if (!first || !last || known.length < 2) return null
  const amounts = known.map(({ montant }) => montant)
  return `de ${formatEuros(Math.min(...amounts))} à ${formatEuros(Math.max(...amounts))} de ${first.annee} à ${last.annee}`
}
