import { z } from 'zod'

/** How the journal of exports says a parameter with its value; one without stands there by its name. */
export const MOTS = z.registry<{ dit: (valeur: string) => string }>()

/** `année 2024`. */
export const mot = (nom: string) => ({ dit: (valeur: string) => `${nom} ${valeur}` })

/** Said by being there. */
export const drapeau = (phrase: string) => ({ dit: () => phrase })
