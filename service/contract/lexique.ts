import { z } from 'zod'
import { decision } from './actes'
import { endpoint } from './endpoint'
import { Instant, LIGNES_AU_PLUS, Nombre, Texte } from './values'

/** The lists of words by which names are found, to which a charity adds its own. */
export const LISTES_DE_MOTS = [
  'essais',
  'remplissage',
  'specimens',
  'insultes',
  'personnages',
  'publicites',
] as const
const Liste = z.enum(LISTES_DE_MOTS, 'Cette liste n’existe pas.')

/** Somebody added a word to a list, or took it off. */
export const ActeMot = z.object({
  numero: Nombre,
  decision_id: z.string(),
  liste: z.string(),
  mot: z.string(),
  retire: z.boolean(),
  raison: z.string(),
  decide_par: z.string(),
  identite: z.string().nullable(),
  decide_le: Instant,
})
export type ActeMot = z.infer<typeof ActeMot>

/** Words are without case and accents, as names are compared. */
export const MotsDeVerification = z.object({
  listes: z
    .array(z.object({ liste: Liste, libelle: z.string(), mots: z.array(z.string()).max(5_000) }))
    .max(20),
  actes: z.array(ActeMot).max(LIGNES_AU_PLUS),
})
export type MotsDeVerification = z.infer<typeof MotsDeVerification>

export const mots = endpoint({
  path: '/api/donateurs/mots',
  summary: 'The words by which names are found, and who added or took off which',
  answer: MotsDeVerification,
})

/** `decision_id` makes a repeated post have one effect. */
export const changerMot = endpoint({
  method: 'POST',
  path: '/api/donateurs/mots',
  summary:
    'Adds a word to a list, or takes one off: the donors to review follow; 409 where it is so',
  body: z.object({
    liste: Liste,
    mot: Texte.min(1, 'Écrivez un mot.').max(100, 'Ce mot est trop long (100 caractères au plus).'),
    retire: z.boolean().default(false),
    ...decision('Dites pourquoi.'),
  }),
  answer: z.object({ message: z.string(), acte: ActeMot }),
})
