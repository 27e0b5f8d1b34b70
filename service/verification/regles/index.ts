import { coordonneesFactices, coordonneesPartagees, sansCoordonnees } from './coordonnees'
import { domaineSuspect } from './domaine'
import { donsEnUnJour, petitsDonsEnUnJour } from './dons-en-un-jour'
import { montantDeClavier } from './montant-de-clavier'
import { montantExceptionnel } from './montant-exceptionnel'
import { motDeTest } from './mots'
import { nomIllisible } from './nom-illisible'
import type { Regle } from './regle'
import { salve } from './salve'
import { vague } from './vague'
import { variante } from './variante'

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
  salve,
  sansCoordonnees,
  coordonneesFactices,
  coordonneesPartagees,
  variante,
]
