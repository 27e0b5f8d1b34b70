import { z } from 'zod'
import { ACTEUR } from './constants'
import { Texte } from './values'

/** Who decides, as typed; recorded as `identite` with « nom saisi » where no proxy vouches for another. */
export const Nom = Texte.max(200, 'Ce nom est trop long (200 caractères au plus).').optional()

/** The actor under whom a decision is recorded. */
export const Acteur = Texte.min(1).max(200).default(ACTEUR)

const RaisonFacultative = Texte.max(1000, 'La raison est trop longue (1000 caractères au plus).')

/** Why something is decided; without it a call is refused with this sentence. */
export const raison = (demande = 'Dites pourquoi.') => RaisonFacultative.min(1, demande)

/** The same where nothing said stands for these words. */
export const raisonOu = (parDefaut: string) =>
  RaisonFacultative.transform((dite) => dite || parDefaut).default(parDefaut)

/** The id of what is sent, which makes a repeated post have one effect. */
export const idDe = (quoi: 'la décision' | 'la demande' | 'l’événement') =>
  z.guid(`L’identifiant de ${quoi} n’est pas un UUID.`).optional()

/** What every decision on a donor or a rule is sent with. */
export const decision = (demande?: string) => ({
  raison: raison(demande),
  decision_id: idDe('la décision'),
  decide_par: Acteur,
  nom: Nom,
})
