import { z } from 'zod'
import { endpoint } from './endpoint'
import { Jour } from './values'

/** `annee_en_cours` is the year of the horizon, null if that year is over (31 December) or there is no gift. */
export const Horizon = z.object({
  horizon: Jour.nullable(),
  annee_en_cours: z.number().int().nullable(),
})
export type Horizon = z.infer<typeof Horizon>

export const horizon = endpoint({
  path: '/api/analytics/horizon',
  summary: 'The day up to which the data reach: that of the latest gift, not later than today',
  answer: Horizon,
})
