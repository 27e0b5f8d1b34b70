import { z } from 'zod'
import { TRANCHES } from './axes'
import { endpoint } from './endpoint'
import { ANNEES_AU_PLUS, JourCompare, Nombre, Pourcentage, dictionnaire } from './values'

export const Tranche = z.enum(TRANCHES, 'Cette tranche n’existe pas.')
export type Tranche = z.infer<typeof Tranche>

/** `a_date` is of the running year, the only one with differences at a date; null if there is none. */
export const Montants = z.object({
  metadata: z.object({ tranches_disponibles: z.array(z.string()).max(20) }),
  data: z
    .array(
      z.object({
        annee: z.number().int(),
        tranches: dictionnaire(
          z.object({
            nombre: Nombre,
            pourcentage: Pourcentage,
            difference: z.number().int().nullable(),
            difference_a_date: z.number().int().nullable(),
          }),
          20,
        ),
        total_donateurs: Nombre,
        difference_total: z.number().int().nullable(),
        difference_total_a_date: z.number().int().nullable(),
      }),
    )
    .max(ANNEES_AU_PLUS),
  a_date: JourCompare.extend({ annee: z.number().int() }).nullable(),
})
export type Montants = z.infer<typeof Montants>

export const montantsTotalAnnuel = endpoint({
  path: '/api/analytics/montants/total-annuel',
  summary: 'Donors by band of their total of the year',
  answer: Montants,
})

export const montantsDernierDon = endpoint({
  path: '/api/analytics/montants/dernier-don',
  summary: 'Donors by band of their last gift of the year',
  answer: Montants,
})
