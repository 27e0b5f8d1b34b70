import { z } from 'zod'

/** A calendar year that the service accepts. */
export const Annee = z.coerce
  .number('L’année doit être un nombre.')
  .int('L’année doit être un nombre entier.')
  .min(1900, 'L’année doit être comprise entre 1900 et 2200.')
  .max(2200, 'L’année doit être comprise entre 1900 et 2200.')

/** An answer has no more years than these. */
export const ANNEES_AU_PLUS = 301

/** What a call with pages answers of them at once. */
export const LIGNES_AU_PLUS = 100

/** So many contacts are one person at most. */
export const MEMBRES_AU_PLUS = 100

/** A value by name, of so many names at most. */
export const dictionnaire = <Valeur extends z.ZodType>(valeur: Valeur, auPlus: number) =>
  z
    .record(z.string(), valeur)
    .refine((valeurs) => Object.keys(valeurs).length <= auPlus)
    .meta({ maxProperties: auPlus })

export const AnneeParams = z.object({ annee: Annee })

export const Annees = z.object({ annees: z.array(z.number().int()).max(ANNEES_AU_PLUS) })
export type Annees = z.infer<typeof Annees>

/** Number of things, never negative. */
export const Nombre = z.number().int().nonnegative()

/** Euros with two decimals. */
export const Montant = z.number()

/** 0..100 with one decimal; 0 where the denominator is 0. */
export const Pourcentage = z.number()

/** Percent of change with one decimal; null where there is nothing to compare with. */
export const Evolution = z.number().nullable()

/** As imports read them: decimals after a comma or a point, thousands by spaces, apostrophes, points or commas. */
const ECRITURES = [
  /^(\d+)(?:[.,](\d+))?$/,
  /^(\d{1,3}(?:([ \u00a0\u202f\u2009'’])\d{3})(?:\2\d{3})*)(?:[.,](?<decimales>\d+))?$/,
  /^(\d{1,3}(?:\.\d{3})+),(\d+)$/,
  /^(\d{1,3}(?:\.\d{3}){2,})$/,
  /^(\d{1,3}(?:,\d{3})+)\.(\d+)$/,
  /^(\d{1,3}(?:,\d{3}){2,})$/,
]

/** The number before its currency. */
const sansDevise = (text: string) =>
  text
    .trim()
    .replace(/(?:€|EUR)$/i, '')
    .trimEnd()

/** Nothing else is a number here, neither `0x10` nor `1e5`: NaN. */
function lireEuros(text: string): number {
  const written = sansDevise(text)
  const isNegative = /^[-\u2212]/.test(written)
  const digits = written.replace(/^[+\-\u2212]/, '').trimStart()
  for (const form of ECRITURES) {
    const found = form.exec(digits)
    if (!found) continue
    const whole = (found[1] ?? '').replace(/\D/g, '')
    const decimals = found.groups?.['decimales'] ?? found[2] ?? ''
    const value = Number(/^\d+$/.test(decimals) ? `${whole}.${decimals}` : whole)
    return isNegative ? -value : value
  }
  return Number.NaN
}

/** An amount as people write it: `1 234,50 €` too. */
export const Euros = z
  .string()
  .refine((text) => !/^\d+,\d{3}$/.test(sansDevise(text)), {
    error: 'Ce montant peut se lire de deux façons\u00A0: écrivez 1234 ou 1,23.',
    abort: true,
  })
  .transform(lireEuros)
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
 * horizon. `comparable`: no day of either year has a fifth of its gifts; else nothing is compared at a date.
 */
export const JourCompare = z.object({ au: Jour, comparable: z.boolean() })
