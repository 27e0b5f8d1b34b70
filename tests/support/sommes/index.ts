import type { Somme } from './attendre'
import { DONATEURS } from './donateurs'
import { DONS } from './dons'

const SOMMES = { ...DONS, ...DONATEURS }

export const ECRANS_SOMMES = Object.keys(SOMMES) as (keyof typeof SOMMES)[]

/** What the sheets of a screen must hold, for a year and an axis. */
export const sommesDe = (
  ecran: keyof typeof SOMMES,
  choix: Record<'annee' | 'axe', string>,
): Somme[] =>
  SOMMES[ecran].map(({ path, ...somme }) => ({
    ...somme,
    adresse: path.replace(':annee', choix.annee).replace(':axe', choix.axe),
  }))
