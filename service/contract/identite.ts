import { z } from 'zod'

/**
 * What a card has in words. A column of a tool's file can be each, and cards are kept in this order while such a file
 * waits.
 */
const Textes = z.object({
  civility: z.string().nullable(),
  firstname: z.string().nullable(),
  lastname: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  zip: z.string().nullable(),
  city: z.string().nullable(),
  birthdate: z.string().nullable(),
})
export const CARTE = Textes.keyof().options

/** What the card says of the person or the company; all null for a contact without card. */
export const Identite = Textes.extend({ is_company: z.boolean().nullable() })
export type Identite = z.infer<typeof Identite>
