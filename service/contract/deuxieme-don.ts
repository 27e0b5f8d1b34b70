import { z } from 'zod'
import { endpoint } from './endpoint'
import { Taux } from './fidelite'
import { ANNEES_AU_PLUS, Jour, Nombre } from './values'

/** Within how many months of the first gift the second is looked for. */
export const MOIS = ['3', '12', '24'] as const
export type Mois = (typeof MOIS)[number]

/**
 * New donors by the year of their first gift. `echus` are those whose months are over at the horizon, `avec` of them
 * gave on a later day within these months, `sans` did not. `delai_median_jours` is the median of the days up to that
 * gift, among those of 24 months.
 */
export const DeuxiemeDon = z.object({
  horizon: Jour.nullable(),
  data: z
    .array(
      z.object({
        cohorte: z.number().int(),
        nouveaux: Nombre,
        mois: z.record(
          z.enum(MOIS),
          z.object({ echus: Nombre, avec: Nombre, sans: Nombre, taux: Taux }),
        ),
        delai_median_jours: Nombre.nullable(),
      }),
    )
    .max(ANNEES_AU_PLUS),
})
export type DeuxiemeDon = z.infer<typeof DeuxiemeDon>

export const deuxiemeDon = endpoint({
  path: '/api/analytics/deuxieme-don',
  summary: 'How many new donors of each year gave again within 3, 12 and 24 months',
  answer: DeuxiemeDon,
})
