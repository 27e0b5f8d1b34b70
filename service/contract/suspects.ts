import { z } from 'zod'
import { endpoint } from './endpoint'
import { Annee, AnneeParams, Evolution, JourSaisi, Montant, Nombre, Pourcentage } from './values'
import { Axe } from './ventilation'

/** What donors may weigh on, the most telling first. */
export const MESURES = ['montant', 'donations', 'donateurs', 'nouveaux', 'don_moyen'] as const
export type Mesure = (typeof MESURES)[number]

/**
 * `donateurs` of the year are to be looked at, and count. `mesures` are the figures of which they make a hundredth or
 * more: their `part` in percent, the figure without them, and how it would compare with the year before, which is null
 * where it cannot be.
 */
export const Suspects = z.object({
  annee: z.number().int(),
  donateurs: Nombre,
  mesures: z
    .array(
      z.object({
        mesure: z.enum(MESURES),
        part: Pourcentage,
        sans: z.number(),
        evolution: Evolution,
      }),
    )
    .max(MESURES.length),
})
export type Suspects = z.infer<typeof Suspects>

export const suspects = endpoint({
  path: '/api/dashboard/a-verifier/:annee',
  summary:
    'What the donors to be looked at weigh in a year, or up to a day of it, and its figures without them',
  params: AnneeParams,
  query: z.object({ au: JourSaisi.optional() }),
  answer: Suspects,
})

/** So many codes are named. */
export const CODES_PESES = 10

/**
 * The codes of a year that the donors to be looked at make a hundredth or more of, the heaviest first, of `total`: their
 * `part` in percent, the amount with and without them, and without them the mean gift (null: no gift is left) and, of a campaign with a cost,
 * what it brings for a euro.
 */
export const SuspectsCodes = z.object({
  annee: z.number().int(),
  axe: Axe,
  total: Nombre,
  codes: z
    .array(
      z.object({
        code: z.string(),
        part: Pourcentage,
        avec: Montant,
        sans: Montant,
        don_moyen: Montant.nullable(),
        euros_par_euro: z.number().nullable(),
      }),
    )
    .max(CODES_PESES),
})
export type SuspectsCodes = z.infer<typeof SuspectsCodes>

export const suspectsCodes = endpoint({
  path: '/api/dashboard/a-verifier/:annee/:axe',
  summary: 'What the donors to be looked at weigh in the codes of a year, and these without them',
  params: z.object({ annee: Annee, axe: Axe }),
  answer: SuspectsCodes,
})
