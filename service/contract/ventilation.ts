import { z } from 'zod'
import { endpoint } from './endpoint'
import { Annee, Evolution, Jour, Montant, Nombre } from './values'

/** What gifts are broken down by: the codes of one column of their file, or the families of their campaigns. */
export const Axe = z.enum(
  ['campagne', 'famille', 'media', 'origine', 'produit'],
  'Cet axe n’existe pas\u00A0: campagne, famille, media, origine ou produit.',
)
export type Axe = z.infer<typeof Axe>

/** The largest codes of a year have a row each, all others one together. */
export const CODES_AU_PLUS = 200
export const AUTRES = 'Autres'

const Dons = z.object({ donations: Nombre, montant: Montant })

/**
 * `part` is the share of the year's amount in percent, `precedent` the whole year before, `precedent_a_date` that year
 * up to the day that this one has reached: `evolution_a_date` compares with it. A new donor is one whose first gift
 * ever is of this year, and counts where that gift is. What there is nothing to divide by is null.
 */
const Ligne = Dons.extend({
  donateurs: Nombre,
  part: z.number().nullable(),
  don_moyen: Montant.nullable(),
  nouveaux: Nombre,
  precedent: Dons,
  precedent_a_date: Dons,
  evolution_a_date: Evolution,
})

/**
 * A code as the file writes it, 'N/A' where it has none. The row of all others is called « Autres », as a code may be
 * too: `regroupe` tells them apart, the number of codes that the row stands for, null for a code.
 */
const Code = { code: z.string(), regroupe: Nombre.nullable() }

/**
 * The gifts of a year by code, largest amount first. `au` is the day that a running year has reached, else null;
 * `comparable` is false, and no evolution is told, where a fifth of the gifts of either year, or more, is of one single day.
 * `disparus` are the codes of the year before that have no gift in this one: with them its amounts add up.
 */
export const Ventilation = z.object({
  axe: Axe,
  annee: z.number().int(),
  au: Jour.nullable(),
  comparable: z.boolean(),
  data: z.array(Ligne.extend(Code)).max(CODES_AU_PLUS + 1),
  total: Ligne,
  disparus: Ligne.extend({ codes: Nombre }),
})
export type Ventilation = z.infer<typeof Ventilation>

/** Twelve months; `part` is the share of the row's amount that the month brought, in percent. */
const Mois = z.object({
  mois: z.array(Dons.extend({ mois: z.number().int(), part: z.number().nullable() })).max(12),
  total: Dons,
})

/** The same codes in the same order, month by month. */
export const VentilationMois = z.object({
  axe: Axe,
  annee: z.number().int(),
  au: Jour.nullable(),
  data: z.array(Mois.extend(Code)).max(CODES_AU_PLUS + 1),
  total: Mois,
})
export type VentilationMois = z.infer<typeof VentilationMois>

const VentilationParams = z.object({ axe: Axe, annee: Annee })

export const ventilation = endpoint({
  path: '/api/analytics/ventilation/:axe/:annee',
  summary:
    'The gifts and donors of a year by campaign, family of campaigns, media, origin or product code',
  params: VentilationParams,
  answer: Ventilation,
})

export const ventilationMois = endpoint({
  path: '/api/analytics/ventilation/:axe/:annee/mois',
  summary: 'The gifts of a year by code and month',
  params: VentilationParams,
  answer: VentilationMois,
})
