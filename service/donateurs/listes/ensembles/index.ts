import type { Ensemble as Nom } from '#contract/listes'
import { ACTIVITE } from './activite'
import { CARRIERE } from './carriere'
import { CROISEMENT } from './croisement'
import type { Ensemble } from './ensemble'
import { FIDELITE } from './fidelite'
import { GARDEES } from './gardees'
import { REGULIERS } from './reguliers'
import { REPARTITION } from './repartition'
import { VENTILATION } from './ventilation'

/** Every set of donors behind a figure. */
export const ENSEMBLES: Record<Nom, Ensemble> = {
  ...ACTIVITE,
  ...FIDELITE,
  ...REPARTITION,
  ...CARRIERE,
  ...REGULIERS,
  ...VENTILATION,
  ...CROISEMENT,
  ...GARDEES,
}
