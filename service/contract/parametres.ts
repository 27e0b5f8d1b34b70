import { z } from 'zod'
import { endpoint } from './endpoint'

/** The settings that screens show. `campagne_produit` is the specification's `{product}`. */
export const Parametres = z.object({ campagne_produit: z.string() })
export type Parametres = z.infer<typeof Parametres>

export const parametres = endpoint({
  path: '/api/parametres',
  summary: 'The settings that screens show',
  answer: Parametres,
})
