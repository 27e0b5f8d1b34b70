import { z } from 'zod'
import { endpoint } from './endpoint'
import { Taux } from './fidelite'
import { ANNEES_AU_PLUS, Evolution, Jour, Montant, Nombre, Pourcentage } from './values'

/** The paces of series, and how many months each is. */
export const RYTHMES = { mensuel: 1, trimestriel: 3, annuel: 12 } as const
export const Rythme = z.enum(['mensuel', 'trimestriel', 'annuel'], {
  error: 'Le rythme est mensuel, trimestriel ou annuel.',
})
export type Rythme = z.infer<typeof Rythme>

/** Who is regular at its end, who began and who ceased to be in it; and the gifts of series. */
const DuMois = z.object({
  mois: z.number().int().min(1).max(12),
  actifs: Nombre,
  demarres: Nombre,
  arretes: Nombre,
  montant: Montant,
})

/**
 * Donors with series of gifts, and these gifts, of every year up to that of the horizon, whose months go up to it.
 * `demarres`, `arretes`, `augmentes` and `diminues` of a year count a donor once. `taux_arret` is of those regular at the
 * end of the year before and those who began. `possibles` have three gifts of a series, and count in nothing else.
 *
 * `survie` is of series, by months since that of the first gift, as Kaplan and Meier estimate it: `risque` are those still
 * observed, `arrets` those that stop then. `mediane` is the first month below one half, null where none is.
 *
 * `a_recevoir` is what active series should still bring in the year of the horizon, each expected gift weighted by what
 * a month's stops (`arret_mensuel`, in percent, of the twelve months before) leave of it. `essais` is what the same would
 * have foretold on the same day of past years (`au`, 28 February for the 29), and what the series known then brought.
 */
export const Reguliers = z.object({
  horizon: Jour.nullable(),
  possibles: Nombre,
  annees: z
    .array(
      z.object({
        annee: z.number().int(),
        en_cours: z.boolean(),
        mois: z.array(DuMois).max(12),
        actifs_fin: Nombre,
        demarres: Nombre,
        arretes: Nombre,
        taux_arret: Taux,
        montant: Montant,
        part_montant: Pourcentage,
        augmentes: Nombre,
        diminues: Nombre,
      }),
    )
    .max(ANNEES_AU_PLUS),
  survie: z
    .array(z.object({ mois: Nombre, risque: Nombre, arrets: Nombre, survie: Pourcentage }))
    .max(12 * ANNEES_AU_PLUS),
  mediane: Nombre.nullable(),
  rythmes: z
    .array(z.object({ rythme: Rythme, actifs: Nombre, montant_mensuel: Montant }))
    .max(Rythme.options.length),
  a_recevoir: z
    .object({ au: Jour, montant: Montant, sans_arret: Montant, arret_mensuel: Montant })
    .nullable(),
  essais: z
    .array(
      z.object({
        annee: z.number().int(),
        au: Jour,
        prevu: Montant,
        recu: Montant,
        erreur: Evolution,
      }),
    )
    .max(ANNEES_AU_PLUS),
})
export type Reguliers = z.infer<typeof Reguliers>

export const reguliers = endpoint({
  path: '/api/analytics/reguliers',
  summary:
    'Donors who give regularly, found in their gifts: who begins, stops, and what is to come',
  answer: Reguliers,
})
