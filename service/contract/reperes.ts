import { z } from 'zod'
import { endpoint } from './endpoint'
import { Taux } from './fidelite'
import { ANNEES_AU_PLUS, Montant } from './values'

/**
 * Every year from the first with a gift to the last; null in a year without gifts. `don_median` is percentile_disc(0.5)
 * of its gifts, `montant_par_donateur` its amount by donor. `concentration`: the share of it that one donor in a
 * hundred and one in ten gave, those who gave most, both rounded up. The median and the concentration stand as of the
 * latest refresh, exclusions since not counted.
 */
export const Reperes = z.object({
  data: z
    .array(
      z.object({
        annee: z.number().int(),
        don_median: Montant.nullable(),
        montant_par_donateur: Montant.nullable(),
        concentration: z.object({ un_pour_cent: Taux, dix_pour_cent: Taux }),
      }),
    )
    .max(ANNEES_AU_PLUS),
})
export type Reperes = z.infer<typeof Reperes>

export const reperes = endpoint({
  path: '/api/analytics/montants/reperes',
  summary: 'The median gift, the amount by donor and how much the largest donors gave, by year',
  answer: Reperes,
})
