import { z } from 'zod'
import { endpoint } from './endpoint'
import { ANNEES_AU_PLUS, Montant, Nombre, Pourcentage } from './values'

/**
 * `cohorte` is the year of the first gift, `taille` its donors; `annees` goes from it to the latest year with a gift,
 * without gaps. `valeur_cumulee` is what a donor of the cohort gave up to then, on average.
 */
export const Cohortes = z.object({
  data: z
    .array(
      z.object({
        cohorte: z.number().int(),
        taille: Nombre,
        annees: z
          .array(
            z.object({
              annee: z.number().int(),
              donateurs: Nombre,
              pourcentage: Pourcentage,
              montant: Montant,
              valeur_cumulee: Montant,
            }),
          )
          .max(ANNEES_AU_PLUS),
      }),
    )
    .max(ANNEES_AU_PLUS),
})
export type Cohortes = z.infer<typeof Cohortes>

export const cohortes = endpoint({
  path: '/api/analytics/cohortes',
  summary: 'Donors by the year of their first gift: who gave again, year by year, and how much',
  answer: Cohortes,
})
