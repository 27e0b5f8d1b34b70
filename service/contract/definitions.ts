import { z } from 'zod'
import { endpoint } from './endpoint'
import { AnneeParams, Jour } from './values'

/** Every figure that is explained, by the screen where it stands first. */
export const SECTIONS = {
  Dashboard: [
    'donateurs',
    'donations',
    'montant-total',
    'don-moyen',
    'prevision',
    'plus-grand-don',
    'a-date',
    'projection',
    'arrondis',
  ],
  Montants: [
    'tranches-total-annuel',
    'tranches-dernier-don',
    'don-median',
    'montant-par-donateur',
    'concentration',
  ],
  Nouveaux: [
    'nouveaux-anciens',
    'objectifs-nouveaux-anciens',
    'nouveaux-par-media',
    'donateurs-par-profil',
    'donateurs-par-origine',
    'deuxieme-don',
  ],
  Actifs: [
    'statuts',
    'objectif-actifs',
    'fidelisation',
    'reactivation',
    'acquisition',
    'couverture',
    'montants-fidelite',
    'mouvements',
    'lybunt',
  ],
  Donateurs: [
    'segments-annuels',
    'segments-carriere',
    'non-fideles',
    'cohortes',
    'grille',
    'carriere',
  ],
  Campagnes: [
    'evolution-campagnes',
    'parcours',
    'mixtes',
    'repartition',
    'ventilation',
    'ventilation-mois',
  ],
} as const

/** What names a definition: in the address of its place on the page of definitions. */
export type CodeDefinition = (typeof SECTIONS)[keyof typeof SECTIONS][number]

/** How one figure is made. `exemple` is made of the year's own numbers, null if it has none. */
export const Definition = z.object({
  code: z.string(),
  titre: z.string(),
  formule: z.string(),
  perimetre: z.string(),
  exemple: z.string().nullable(),
  version: z.number().int().positive(),
  depuis: Jour,
})
export type Definition = z.infer<typeof Definition>

export const Definitions = z.object({
  annee: z.number().int(),
  sections: z
    .array(z.object({ titre: z.string(), definitions: z.array(Definition).max(100) }))
    .max(50),
})
export type Definitions = z.infer<typeof Definitions>

export const definitions = endpoint({
  path: '/api/analytics/definitions/:annee',
  summary: 'How every figure is made, with the numbers of a year as examples',
  params: AnneeParams,
  answer: Definitions,
})
