import { AXES } from '#contract/axes'

const { actif, dormant, inactif, tres_inactif } = AXES.statut.reponses

/** Labels of a donor's status. */
export const STATUT_TITRES = {
  actif: actif.entete,
  dormant: dormant.entete,
  inactif: inactif.entete,
  tres_inactif: tres_inactif.entete,
} as const
