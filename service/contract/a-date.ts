import { z } from 'zod'
import { endpoint } from './endpoint'
import {
  ANNEES_AU_PLUS,
  AnneeParams,
  Evolution,
  Jour,
  JourSaisi,
  Montant,
  Nombre,
  Pourcentage,
} from './values'

const Estimation = z.object({ valeur: Montant, bas: Montant, haut: Montant })

/**
 * Each year from the first with a gift to the one asked for, up to one month and day: `au`, in the year asked for.
 * `demande` is that day if the call named it; else it is that of the horizon, and 29 February stays one where a year has it.
 * `part_annee` is the share of the year's whole amount, null if the year is not over or has no gift. `comparable` is
 * false if a fifth of the gifts of that year or of the one asked for, or more, is of one single day; of the answer, that of
 * the year before.
 *
 * `evolutions` compares the year with the one before up to the same day: null if it cannot be compared, or if the data
 * end before that day; one of them is null if there was nothing the year before.
 *
 * `projection` is of the running year, with an interval that holds the result four times out of five; `annees` are
 * those it learns from; without one, `sans_projection` says why. `controle` is what the same method would have
 * projected on the same day of every past year; `erreur` is in percent of what came, whatever its direction.
 */
export const ADate = z.object({
  horizon: Jour.nullable(),
  au: Jour.nullable(),
  demande: Jour.nullable(),
  en_cours: z.boolean(),
  comparable: z.boolean(),
  data: z
    .array(
      z.object({
        annee: z.number().int(),
        au: Jour,
        donateurs: Nombre,
        donations: Nombre,
        montant: Montant,
        don_moyen: Montant.nullable(),
        nouveaux: Nombre,
        part_annee: Pourcentage.nullable(),
        comparable: z.boolean(),
      }),
    )
    .max(ANNEES_AU_PLUS),
  evolutions: z
    .object({
      donateurs: Evolution,
      donations: Evolution,
      montant: Evolution,
      don_moyen: Evolution,
      nouveaux: Evolution,
    })
    .nullable(),
  projection: z
    .object({
      montant: Estimation,
      donations: Estimation,
      annees: z.array(z.number().int()).max(ANNEES_AU_PLUS),
    })
    .nullable(),
  sans_projection: z.string().nullable(),
  controle: z
    .array(
      z.object({
        annee: z.number().int(),
        projete: Montant,
        bas: Montant,
        haut: Montant,
        reel: Montant,
        erreur: Pourcentage,
        dans_intervalle: z.boolean(),
      }),
    )
    .max(ANNEES_AU_PLUS),
  fiabilite: z
    .object({ erreur_moyenne: Pourcentage, dans_intervalle: Nombre, annees: Nombre })
    .nullable(),
})
export type ADate = z.infer<typeof ADate>

export const aDate = endpoint({
  path: '/api/dashboard/a-date/:annee',
  summary: 'Every year up to the same month and day, and what the running year may come to',
  params: AnneeParams,
  query: z.object({ au: JourSaisi.optional() }),
  answer: ADate,
})
