import { z } from 'zod'
import { endpoint } from './endpoint'
import { MesureObjectif, OBJECTIFS_AU_PLUS } from './objectifs'
import { Contribution } from './publications'
import { Evolution, Instant, Jour, Montant, Nombre } from './values'

/** A month of a year, `2026-10`. */
export const MoisSaisi = z
  .string()
  .regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/, 'Le mois s’écrit 2026-10.')

/** The years that a month stands beside: its own and the three before; the causes told each by itself. */
export const ANNEES_DU_MOIS = 4
export const CAUSES_DU_MOIS = 6

const Recu = z.object({
  annee: z.number().int(),
  donations: Nombre,
  montant: Montant,
  nouveaux: Nombre,
})

/**
 * A month as the present figures have it. `au`: the day that the data reach where the month is not over, each year of `recu` then
 * goes up to that day of it; null where it is over. `cumul` is every year from January to the same day, `comparable` and
 * `evolution` (of the amount) are those of the year before. Of an aim, `vise` is what it should have brought by then, `recu` what
 * came, null where it is not known by month. `a_verifier` are those of now.
 *
 * `changements`: what changed the year's amount since the last publication before the month (`depuis`, null: since the first
 * ever), the largest effects each by itself, the others together.
 */
export const Mois = z.object({
  mois: z.string(),
  horizon: Jour.nullable(),
  au: Jour.nullable(),
  publie_le: Instant.nullable(),
  recu: z.array(Recu).max(ANNEES_DU_MOIS),
  cumul: z.array(Recu.extend({ donateurs: Nombre, au: Jour })).max(ANNEES_DU_MOIS),
  comparable: z.boolean(),
  evolution: Evolution,
  objectifs: z
    .array(
      z.object({
        mesure: MesureObjectif,
        famille: z.string().nullable(),
        valeur: z.number(),
        vise: z.number(),
        recu: z.number().nullable(),
      }),
    )
    .max(OBJECTIFS_AU_PLUS),
  reguliers: z
    .object({ actifs: Nombre, demarres: Nombre, arretes: Nombre, montant: Montant })
    .nullable(),
  a_verifier: z.object({ donateurs: Nombre, montant: Montant }),
  changements: z
    .object({
      depuis: Instant.nullable(),
      avant: Montant,
      apres: Montant,
      causes: z
        .array(Contribution.omit({ dons: true, cumul: true, termes: true }))
        .max(CAUSES_DU_MOIS),
      autres: z.object({ nombre: Nombre, effet: Montant }).nullable(),
    })
    .nullable(),
})
export type Mois = z.infer<typeof Mois>

export const mois = endpoint({
  path: '/api/dashboard/mois',
  summary: 'A month on one page; by default that of the last day with a gift',
  query: z.object({ mois: MoisSaisi.optional() }),
  answer: Mois,
})
