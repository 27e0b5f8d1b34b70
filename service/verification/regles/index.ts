import { coordonneesFactices, coordonneesPartagees, sansCoordonnees } from './coordonnees'
import { domaineSuspect } from './domaine'
import { donsEnUnJour, petitsDonsEnUnJour } from './dons-en-un-jour'
import { montantDeClavier } from './montant-de-clavier'
import { montantExceptionnel } from './montant-exceptionnel'
import { motDeTest } from './mots'
import { nomIllisible } from './nom-illisible'
import type { Regle } from './regle'
import { vague } from './vague'

/** Every rule, in display order. Add new ones here. */
export const REGLES: readonly Regle[] = [
  motDeTest,
  domaineSuspect,
  nomIllisible,
  montantExceptionnel,
  montantDeClavier,
  donsEnUnJour,
  petitsDonsEnUnJour,
  vague,
  sansCoordonnees,
  coordonneesFactices,
  coordonneesPartagees,
]
