import { z } from 'zod'
import { endpoint } from './endpoint'
import { AnneeParams, Jour } from './values'

/**
 * How one figure is made. `code` names its place on the page of definitions; `exemple` is made of the year's own numbers,
 * null if it has none.
 */
export const Definition = z.object({
  code: z.string(),
  titre: z.string(),
  formule: z.string(),
  perimetre: z.string(),
  exemple: z.string().nullable(),
  version: z.number().int().positive(),
  depuis: Jour,
})
export type Definition = z.infer<typeof Definition>

export const Definitions = z.object({
  annee: z.number().int(),
  sections: z
    .array(z.object({ titre: z.string(), definitions: z.array(Definition).max(100) }))
    .max(50),
})
export type Definitions = z.infer<typeof Definitions>

export const definitions = endpoint({
  path: '/api/analytics/definitions/:annee',
  summary: 'How every figure is made, with the numbers of a year as examples',
  params: AnneeParams,
  answer: Definitions,
})
