import { z } from 'zod'
import { endpoint } from './endpoint'
import { ANNEES_AU_PLUS, AnneeParams, Jour, Montant, Nombre } from './values'

/** Percent with one decimal; null where there is nothing to divide by, and for the first year on file. */
export const Taux = z.number().nullable()

/** The rates of loyalty of a year, in the order in which screens show them. */
export const TAUX = [
  'fidelisation',
  'attrition',
  'fidelisation_nouveaux',
  'fidelisation_reactives',
  'fidelisation_fideles',
  'reactivation',
  'acquisition',
  'couverture',
  'montant_conserve',
  'evolution_conserves',
  'part_nouveaux',
] as const
export type CleTaux = (typeof TAUX)[number]

export const TauxFidelite = z.record(z.enum(TAUX), Taux)
export type TauxFidelite = z.infer<typeof TauxFidelite>

/**
 * The rates of the year before a running one as they stood on the same day, `au`: who gave by then, of all who had
 * given in the year before that. Null for a year that is over, and where that year is the first on file.
 */
const ADate = z.object({ annee: z.number().int(), au: Jour, taux: TauxFidelite }).nullable()

/**
 * `debut_du_fichier`: nothing is known of the year before. The rates of a running year go up to the horizon, as those
 * beside them go up to the same day: a gift of a day to come counts in neither.
 */
const DeLAnnee = {
  annee: z.number().int(),
  en_cours: z.boolean(),
  debut_du_fichier: z.boolean(),
  taux: TauxFidelite,
  a_date: ADate,
}

/** Where each donor of a year or of the year before went. */
export const GROUPES = [
  'nouveaux',
  'reactives',
  'hausse',
  'stables',
  'baisse',
  'perdus_nouveaux',
  'perdus_autres',
] as const
export type Groupe = (typeof GROUPES)[number]

/**
 * Of the year before: `nouveaux`, `reactives` and `fideles` part its donors, by whether they began in it, came back,
 * or had given the year before that; `_conserves` are those who gave again. `absents` gave before the year, not in it.
 */
export const Fidelite = z.object({
  ...DeLAnnee,
  effectifs: z.object({
    actifs: Nombre,
    actifs_precedents: Nombre,
    conserves: Nombre,
    nouveaux: Nombre,
    reactives: Nombre,
    perdus: Nombre,
    nouveaux_precedents: Nombre,
    nouveaux_conserves: Nombre,
    reactives_precedents: Nombre,
    reactives_conserves: Nombre,
    fideles_precedents: Nombre,
    fideles_conserves: Nombre,
    historiques_precedents: Nombre,
    absents: Nombre,
  }),
  mouvements: z
    .array(
      z.object({
        groupe: z.enum(GROUPES),
        donateurs: Nombre,
        montant_avant: Montant,
        montant_apres: Montant,
        ecart: Montant,
      }),
    )
    .max(GROUPES.length),
  montants: z.object({ montant_avant: Montant, montant_apres: Montant, ecart: Montant }),
})
export type Fidelite = z.infer<typeof Fidelite>

export const FideliteParAnnee = z.object({ data: z.array(z.object(DeLAnnee)).max(ANNEES_AU_PLUS) })
export type FideliteParAnnee = z.infer<typeof FideliteParAnnee>

export const fidelite = endpoint({
  path: '/api/analytics/fidelite/:annee',
  summary:
    'How many donors of the year before gave again, who came and went, and what moved the amount',
  params: AnneeParams,
  answer: Fidelite,
})

export const fideliteParAnnee = endpoint({
  path: '/api/analytics/fidelite',
  summary: 'The rates of loyalty of every year, from the first with a gift to the last',
  answer: FideliteParAnnee,
})
