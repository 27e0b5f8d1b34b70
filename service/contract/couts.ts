import { z } from 'zod'
import { endpoint } from './endpoint'
import { ANNEES_AU_PLUS, AnneeParams, Jour, Montant, Nombre } from './values'
import { CODES_AU_PLUS } from './ventilation'

/** A year names no more campaigns than its largest codes, and those of the dictionary that brought nothing. */
export const CAMPAGNES_AU_PLUS = 2 * CODES_AU_PLUS + 1

/**
 * What a campaign brought in the year and what it cost: its cost and mailings are those of its financial year, in others
 * null. Ratios are of sums, null where there is nothing to divide by; taux_retour is in percent.
 */
const Cout = z.object({
  montant: Montant,
  donations: Nombre,
  donateurs: Nombre,
  nouveaux: Nombre,
  cout: Montant.nullable(),
  envois: Nombre.nullable(),
  taux_retour: z.number().nullable(),
  cout_par_envoi: Montant.nullable(),
  euros_par_euro: z.number().nullable(),
  net: Montant.nullable(),
  cout_par_nouveau: Montant.nullable(),
})

/**
 * `seuil_mois`: how many months after that of the campaign's first gift (0 is that month) the giving, to any code, of the
 * donors whose first gift bears the code reaches the cost; until then null, and `manque` is what is missing. `ailleurs`: the gifts of the code in other years,
 * of a campaign with a cost or mailings. `regroupe`: how many codes the row « Autres » stands for.
 */
const Campagne = Cout.extend({
  code: z.string(),
  regroupe: Nombre.nullable(),
  nom: z.string().nullable(),
  famille: z.string().nullable(),
  seuil_mois: Nombre.nullable(),
  manque: Montant.nullable(),
  ailleurs: z.object({ donations: Nombre, montant: Montant }).nullable(),
})
export type Campagne = z.infer<typeof Campagne>

/** The campaigns with a cost of one family of the dictionary, or of none: sums, and ratios of sums. */
const Famille = Cout.pick({
  montant: true,
  nouveaux: true,
  cout: true,
  net: true,
  euros_par_euro: true,
  cout_par_nouveau: true,
}).extend({ famille: z.string().nullable(), campagnes: Nombre })

/** Amounts, gifts and donors of `total` are all of the year; its ratios those of the campaigns that have what they divide by. */
export const Couts = z.object({
  annee: z.number().int(),
  au: Jour.nullable(),
  data: z.array(Campagne).max(CAMPAGNES_AU_PLUS),
  total: Cout,
  /** Dearest first. */
  familles: z.array(Famille).max(CAMPAGNES_AU_PLUS),
  /** Those with a cost; `rapports`: how many campaigns each ratio of `total` is of. */
  chiffrees: z.object({
    campagnes: Nombre,
    montant: Montant,
    nouveaux: Nombre,
    rapports: z.object({
      euros_par_euro: Nombre,
      cout_par_nouveau: Nombre,
      taux_retour: Nombre,
      cout_par_envoi: Nombre,
    }),
  }),
})
export type Couts = z.infer<typeof Couts>

export const couts = endpoint({
  path: '/api/analytics/couts/:annee',
  summary: 'What each campaign of a year cost and brought, and when it pays for itself',
  params: AnneeParams,
  answer: Couts,
})

const Annuel = Cout.pick({
  montant: true,
  donations: true,
  nouveaux: true,
  cout: true,
  envois: true,
  taux_retour: true,
  euros_par_euro: true,
  cout_par_nouveau: true,
})

/** The charity's own series: the campaigns with a cost or mailings, by financial year. */
export const CoutsAnnees = z.object({
  data: z.array(Annuel.extend({ annee: z.number().int(), campagnes: Nombre })).max(ANNEES_AU_PLUS),
})
export type CoutsAnnees = z.infer<typeof CoutsAnnees>

export const coutsAnnees = endpoint({
  path: '/api/analytics/couts',
  summary: 'What the campaigns with a cost brought, by financial year',
  answer: CoutsAnnees,
})
