import { z } from 'zod'
import { endpoint } from './endpoint'

/**
 * The settings that screens show. `campagne_produit` is the specification's `{product}`; `rgpd_ecran`: a screen empties the card
 * of who asks to be forgotten, else a command does.
 */
export const Parametres = z.object({ campagne_produit: z.string(), rgpd_ecran: z.boolean() })
export type Parametres = z.infer<typeof Parametres>

export const parametres = endpoint({
  path: '/api/parametres',
  summary: 'The settings that screens show',
  answer: Parametres,
})
