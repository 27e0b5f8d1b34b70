import { coordonneesFactices, coordonneesPartagees, sansCoordonnees } from './coordonnees'
import { domaineSuspect } from './domaine'
import { donsEnUnJour, petitsDonsEnUnJour, rafales } from './dons-en-un-jour'
import { expression } from './expressions'
import { montantDeClavier } from './montant-de-clavier'
import { montantExceptionnel } from './montant-exceptionnel'
import { centimes, montantDeFiche, montantsQuiMontent } from './montants-ecrits'
import { motDeTest } from './mots'
import { nomIllisible } from './nom-illisible'
import { nomsImpossibles } from './noms-impossibles'
import type { Regle } from './regle'
import { salve } from './salve'
import { vague } from './vague'
import { variante } from './variante'

/** Every rule, in display order. Add new ones here. */
export const REGLES: readonly Regle[] = [
  motDeTest,
  expression,
  ...nomsImpossibles,
  nomIllisible,
  domaineSuspect,
  coordonneesFactices,
  coordonneesPartagees,
  montantExceptionnel,
  montantDeClavier,
  montantDeFiche,
  montantsQuiMontent,
  centimes,
  donsEnUnJour,
  petitsDonsEnUnJour,
  rafales,
  vague,
  salve,
  sansCoordonnees,
  variante,
]
