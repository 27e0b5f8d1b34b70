import type { Definition } from '#contract/definitions'

/** How a figure is made, as it stands beside the code that makes it. */
export type Regle = Omit<Definition, 'code'>

/** The gifts that count, and whose: what nearly every figure is of. */
const PERIMETRE =
  'Dons de plus de 0 € des donateurs qui ne sont pas exclus, tels qu’ils étaient au dernier calcul.'

/** The day of the first rules. */
const PREMIERES_REGLES = '2026-11-20'

/** A rule, in its first version and about all gifts where it does not say otherwise. */
export const regle = (
  given: Pick<Regle, 'titre' | 'formule' | 'exemple'> & Partial<Regle>,
): Regle => ({ perimetre: PERIMETRE, version: 1, depuis: PREMIERES_REGLES, ...given })
