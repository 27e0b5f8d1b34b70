import { FAUX as APPRIS_FAUX } from './appris-faux'
import { HONNETES as APPRIS_HONNETES } from './appris-honnetes'
import { FAUX as JUGE_FAUX } from './juge-faux'
import { HONNETES as JUGE_HONNETES } from './juge-honnetes'
import { type Corpus, Plant, plantKinds } from './plant'

const ENSEMBLES = {
  /** The set that the rules were made with. */
  appris: { faux: APPRIS_FAUX, honnetes: APPRIS_HONNETES },
  /** The set kept apart, that judges them: it is not looked at while a rule changes. */
  juge: { faux: JUGE_FAUX, honnetes: JUGE_HONNETES },
} as const
export type Ensemble = keyof typeof ENSEMBLES

/** Twenty kinds of fakes and twenty of honest but odd donors, `parGenre` of each. */
export const createCorpus = (ensemble: Ensemble, seed: number, parGenre = 25): Corpus =>
  plantKinds(new Plant(ensemble.charAt(0).toUpperCase(), seed), ENSEMBLES[ensemble], parGenre)
