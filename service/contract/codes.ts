import { z } from 'zod'
import { endpoint } from './endpoint'
import { Annee } from './values'
import { CODES_AU_PLUS } from './ventilation'

/** The codes of an axis, the largest amount first; `tous`: there are no others. */
const CodesDUnAxe = z.object({
  codes: z.array(z.string()).max(CODES_AU_PLUS),
  tous: z.boolean(),
})

export const Codes = z.object({
  campagne: CodesDUnAxe,
  media: CodesDUnAxe,
  origine: CodesDUnAxe,
  produit: CodesDUnAxe,
})
export type Codes = z.infer<typeof Codes>

export const codes = endpoint({
  path: '/api/analytics/codes',
  summary: 'The codes that the gifts of a year, or of all years, bear on each axis',
  query: z.object({ annee: Annee.optional() }),
  answer: Codes,
})
