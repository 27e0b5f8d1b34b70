import { Modele } from '#contract/fichiers'
import helloasso from './helloasso.json'

/** The models that ship, checked as the program starts: a file that is none stops it. */
export const MODELES_LIVRES: Modele[] = [helloasso].map((modele) => Modele.parse(modele))
