import { z } from 'zod'
import { Acteur, idDe, Nom, raison } from './actes'
import { endpoint } from './endpoint'
import { ContactId } from './exclusions'
import { Identite } from './identite'
import { ANNEES_AU_PLUS, LIGNES_AU_PLUS, Jour, Montant, Nombre } from './values'

/** What led gifts to a contact: the name of a key, which nobody can read it from. */
const Cle = z.string().regex(/^[0-9a-f]{64}$/, 'Cette clé n’est pas lisible.')

/**
 * What rows of files said under a key that leads to a contact, and the gifts that came by it: `dite_le` is the day of the
 * latest. `genre` and `cle` are null for what came before there were several, or under a number of its own, which stays.
 */
const CleContact = z.object({
  cle: Cle.nullable(),
  genre: z.enum(['client', 'email_et_nom', 'nom_et_code_postal']).nullable(),
  carte: Identite,
  dite_le: Jour.nullable(),
  donations: Nombre,
  montant: Montant,
})
export type CleContact = z.infer<typeof CleContact>

/** `refus`: why these cannot be parted, in a sentence. */
export const ClesContact = z.object({
  contact_id: z.string(),
  refus: z.string().nullable(),
  cles: z.array(CleContact).max(LIGNES_AU_PLUS),
})
export type ClesContact = z.infer<typeof ClesContact>

export const clesContact = endpoint({
  path: '/api/donateurs/cles/:contact_id',
  summary: 'The keys of files that lead to a contact, with the gifts that came by each',
  params: z.object({ contact_id: ContactId }),
  answer: ClesContact,
})

const Choix = z.object({
  contact_id: ContactId,
  cles: z.array(Cle).min(1, 'Choisissez au moins une clé.').max(LIGNES_AU_PLUS),
})
export type ChoixCles = z.infer<typeof Choix>

const Partagee = z.object({
  /** Null for the number that it will get. */
  contact_id: z.string().nullable(),
  carte: Identite,
  donations: Nombre,
  montant: Montant,
  par_annee: z
    .array(z.object({ annee: z.number().int(), donations: Nombre, montant: Montant }))
    .max(ANNEES_AU_PLUS),
})
export type Partagee = z.infer<typeof Partagee>

/** Both persons as they will be. */
export const EffetPartage = z.object({ reste: Partagee, part: Partagee })
export type EffetPartage = z.infer<typeof EffetPartage>

export const effetPartage = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/donateurs/separer-cles/effet',
  summary: 'What giving these keys of a contact a number of their own would make of it',
  body: Choix,
  answer: EffetPartage,
})

export const partager = endpoint({
  method: 'POST',
  path: '/api/donateurs/separer-cles',
  summary: 'Gives keys of a contact, with the gifts that came by them, a number of their own',
  body: Choix.extend({
    raison: raison(),
    demande_id: idDe('la demande'),
    decide_par: Acteur,
    nom: Nom,
    /** As many gifts as the effect told: 409 if they are others now. */
    donations_attendues: z.coerce.number().int().nonnegative().optional(),
  }),
  answer: z.object({ message: z.string(), contact_id: z.string() }),
})
