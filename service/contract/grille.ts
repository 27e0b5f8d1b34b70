import { z } from 'zod'
import { endpoint } from './endpoint'
import { Jour, Montant, Nombre } from './values'

/** R: how long ago the last gift is, F: how many gifts in 36 months, M: what they came to. */
export const CodeGrille = z.string().regex(/^R[1-4]F[0-3]M[1-5]$/, 'Le code s’écrit R1F2M3.')

/**
 * Donors by their code at the horizon. `montant` is the sum that M goes by: of the gifts of 36 months, without any of
 * the last gift; `don_moyen` divides it by those gifts. Codes without donors are left out. The horizon is that of the
 * publication where an import has changed gifts since.
 */
export const Grille = z.object({
  horizon: Jour.nullable(),
  total_donateurs: Nombre,
  data: z
    .array(
      z.object({
        code: CodeGrille,
        donateurs: Nombre,
        pourcentage: z.number(),
        montant: Montant,
        don_moyen: Montant,
      }),
    )
    .max(80),
})
export type Grille = z.infer<typeof Grille>

export const grille = endpoint({
  path: '/api/analytics/grille',
  summary: 'Donors by recency, frequency and amount at the horizon',
  answer: Grille,
})
