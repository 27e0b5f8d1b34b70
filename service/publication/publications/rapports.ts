import type { ChiffreRapport, Contribution, Difference } from '#contract/publications'
import { centsOf, perEuro, percentOf, perHead, rateOf, roundTo } from '#figures/ratios'

/** Each ratio of its two terms, as its screen computes it; null with nothing to divide by. */
export const VALEURS: Record<ChiffreRapport, (part: number, whole: number) => number | null> = {
  'reguliers-taux-arret': rateOf,
  'reguliers-part-montant': (part, whole) => percentOf(centsOf(part), centsOf(whole)),
  'campagne-net': (montant, cout) => (centsOf(montant) - centsOf(cout)) / 100,
  'campagne-euros-par-euro': (montant, cout) => perEuro(centsOf(montant), centsOf(cout)),
  'campagne-cout-par-nouveau': (cout, nouveaux) => perHead(centsOf(cout), nouveaux),
  'campagne-taux-retour': rateOf,
  'campagne-cout-par-envoi': (cout, envois) => perHead(centsOf(cout), envois),
}

interface Etape extends Pick<Contribution, 'le' | 'lien' | 'dons'> {
  causes: string[]
  termes: [number | undefined, number | undefined]
}

/** What changed either term, in order; what changed both, once. */
function merge(differences: readonly [Difference, Difference]): Etape[] {
  const steps = new Map<string, Etape>()
  for (const [at, { contributions }] of differences.entries())
    for (const { le, cause, lien, dons, cumul } of contributions) {
      const key = JSON.stringify([le, lien])
      const step = steps.get(key) ?? { le, lien, dons, causes: [], termes: [undefined, undefined] }
      if (!step.causes.includes(cause)) step.causes.push(cause)
      step.termes[at] = cumul
      steps.set(key, step)
    }
  return [...steps.values()].toSorted(
    (one, other) => Number(one.le > other.le) - Number(one.le < other.le),
  )
}

/** Explains a ratio by what changed its two terms. */
export function tellRapport(
  chiffre: ChiffreRapport,
  differences: readonly [Difference, Difference],
): Difference {
  const valeurOf = ([part, whole]: [number, number]) => VALEURS[chiffre](part, whole) ?? 0
  const before: [number, number] = [differences[0].avant, differences[1].avant]
  let termes = before
  const contributions: Contribution[] = []
  for (const { causes, termes: changed, ...step } of merge(differences)) {
    const now: [number, number] = [changed[0] ?? termes[0], changed[1] ?? termes[1]]
    const cumul = valeurOf(now)
    const effet = roundTo(cumul - valeurOf(termes), 2)
    termes = now
    contributions.push({ ...step, cause: causes.join('\u00A0; '), effet, cumul, termes })
  }
  const [avant, apres] = [valeurOf(before), valeurOf(termes)]
  return {
    avant,
    apres,
    ecart: roundTo(apres - avant, 2),
    termes: { avant: before, apres: termes },
    contributions,
  }
}
