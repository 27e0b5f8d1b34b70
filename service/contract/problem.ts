import { z } from 'zod'
import { EtatDonateur } from './exclusions'

/** Why a call is refused. Programs decide by it; the sentence beside it is for people and may change. */
export const ProblemCode = z.enum([
  'invalide',
  'fichier_manquant',
  'introuvable',
  'conflit',
  'trop_grand',
  'trop_de_demandes',
  'trop_lent',
  'indisponible',
  'illisible',
  'non_identifie',
  'refuse',
  'nom_refuse',
  'methode_refusee',
  'adresse_trop_longue',
  'format_refuse',
  'en_tetes_trop_longs',
  'inattendu',
])
export type ProblemCode = z.infer<typeof ProblemCode>

/**
 * Body of every refused call: one French sentence, a code, the field it is about if there is one, and, for a
 * conflict over a donor, the donor's present state; of a file whose header a tab refuses, where it is staged as one of
 * somebody's own tool, to be told what its columns are (`GET /api/fichiers/:fichier_id`).
 */
export const ProblemAnswer = z.object({
  detail: z.string(),
  code: ProblemCode,
  champ: z.string().optional(),
  etat: EtatDonateur.optional(),
  fichier_id: z.string().optional(),
})
export type ProblemAnswer = z.infer<typeof ProblemAnswer>
