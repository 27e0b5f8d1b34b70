import { z } from 'zod'
import { endpoint } from './endpoint'
import { AnneeParams, Evolution, JourSaisi, Nombre, Pourcentage } from './values'

/** What donors may weigh on, the most telling first. */
export const MESURES = ['montant', 'donations', 'donateurs', 'nouveaux', 'don_moyen'] as const
export type Mesure = (typeof MESURES)[number]

/**
 * `donateurs` of the year are to be looked at, and count. `mesures` are the figures of which they make a hundredth or
 * more: their `part` in percent, the figure without them, and how it would compare with the year before, which is null
 * where it cannot be.
 */
export const Suspects = z.object({
  annee: z.number().int(),
  donateurs: Nombre,
  mesures: z
    .array(
      z.object({
        mesure: z.enum(MESURES),
        part: Pourcentage,
        sans: z.number(),
        evolution: Evolution,
      }),
    )
    .max(MESURES.length),
})
export type Suspects = z.infer<typeof Suspects>

export const suspects = endpoint({
  path: '/api/dashboard/a-verifier/:annee',
  summary:
    'What the donors to be looked at weigh in a year, or up to a day of it, and its figures without them',
  params: AnneeParams,
  query: z.object({ au: JourSaisi.optional() }),
  answer: Suspects,
})
