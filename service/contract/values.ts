import { z } from 'zod'

/** A calendar year that the service accepts. */
export const Annee = z.coerce
  .number('L’année doit être un nombre.')
  .int('L’année doit être un nombre entier.')
  .min(1900, 'L’année doit être comprise entre 1900 et 2200.')
  .max(2200, 'L’année doit être comprise entre 1900 et 2200.')

export const AnneeParams = z.object({ annee: Annee })

export const Annees = z.object({ annees: z.array(z.number().int()) })
export type Annees = z.infer<typeof Annees>

/** Number of things, never negative. */
export const Nombre = z.number().int().nonnegative()

/** Euros with two decimals. */
export const Montant = z.number()

/** 0..100 with one decimal; 0 where the denominator is 0. */
export const Pourcentage = z.number()

/** Percent of change with one decimal; null where there is nothing to compare with. */
export const Evolution = z.number().nullable()

/** An amount as people write it: `1 234,50 €` too. */
export const Euros = z
  .string()
  .transform((text) => text.replace(/[\s€]/g, '').replace(',', '.'))
  .transform((digits) => (digits === '' ? Number.NaN : Number(digits)))
  .pipe(
    z
      .number('Le montant doit être un nombre.')
      .min(0, 'Le montant ne peut pas être négatif.')
      .max(1e12, 'Ce montant est trop grand.'),
  )

/** Calendar day as written in the file, YYYY-MM-DD. */
export const Jour = z.string()

/** PostgreSQL's texts hold no NUL, and UTF-8 no half of a character: it would become another text on its way. */
const lisible = (text: string) => !text.includes('\0') && !/\p{Surrogate}/u.test(text)
const ILLISIBLE = 'Ce texte contient un caractère illisible.'

/** A text that somebody typed. */
export const Texte = z.string().trim().refine(lisible, ILLISIBLE)

/** A code or an id that a call asks for, spaces and all as it is stored. */
export const Code = z
  .string()
  .max(200, 'Ce code est trop long (200 caractères au plus).')
  .refine(lisible, ILLISIBLE)

/** Years as those of every other call; without the bound, 0000 and what no calendar has would reach the database. */
export const JourSaisi = z.iso
  .date('La date doit être de la forme AAAA-MM-JJ.')
  .refine(
    (jour) => jour >= '1900' && jour < '2201',
    'L’année doit être comprise entre 1900 et 2200.',
  )

/** Instant, ISO 8601 with its zone. */
export const Instant = z.string()

export const Part = z.object({ nombre: Nombre, pourcentage: Pourcentage })
export type Part = z.infer<typeof Part>

/** Last year's number plus 10 %, rounded half up, against this year's; `performance` is realised / objective in percent. */
export const Objectif = z.object({
  objectif: Nombre,
  realise: Nombre,
  ecart: z.number().int(),
  performance: Pourcentage,
})
export type Objectif = z.infer<typeof Objectif>

/**
 * The day up to which the running year is compared with the one before, beside the comparison with the whole of it: the
 * horizon. `comparable`: no day of any year has a fifth of its gifts; else nothing is compared at a date.
 */
export const JourCompare = z.object({ au: Jour, comparable: z.boolean() })
