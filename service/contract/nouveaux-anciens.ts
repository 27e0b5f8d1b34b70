import { z } from 'zod'
import { endpoint } from './endpoint'
import {
  AnneeParams,
  Annees,
  Evolution,
  JourCompare,
  Nombre,
  Objectif,
  Pourcentage,
} from './values'
import { CODES_AU_PLUS } from './ventilation'

/** The periods of a year, by their months; together they are the year. */
export const PERIODES = [
  { periode: 'Trimestre 1', mois: [1, 2, 3] },
  { periode: 'Trimestre 2', mois: [4, 5, 6] },
  { periode: 'Juillet-Août', mois: [7, 8] },
  { periode: 'Septembre', mois: [9] },
  { periode: 'Octobre', mois: [10] },
  { periode: 'Novembre', mois: [11] },
  { periode: 'Décembre', mois: [12] },
] as const

export const Periode = z.enum(
  PERIODES.map(({ periode }) => periode),
  'Cette période n’existe pas.',
)

const Groupe = z.object({
  nombre: Nombre,
  pourcentage_annee: Pourcentage,
  pourcentage_annee_precedente: Pourcentage,
})

/** `a_date` is null if the year is not the running one, here and below; so is every change at a date then. */
export const NouveauxAnciens = z.object({
  data: z
    .array(z.object({ periode: Periode, nouveaux: Groupe, anciens: Groupe, total: Nombre }))
    .max(PERIODES.length),
  totaux: z.object({
    total_nouveaux: Nombre,
    total_anciens: Nombre,
    total_general: Nombre,
    total_nouveaux_precedente: Nombre,
    total_anciens_precedente: Nombre,
    total_general_precedente: Nombre,
  }),
  objectifs: z.object({ nouveaux: Objectif, anciens: Objectif }),
  a_date: JourCompare.extend({
    evolution_nouveaux: Evolution,
    evolution_anciens: Evolution,
    evolution_general: Evolution,
  }).nullable(),
})
export type NouveauxAnciens = z.infer<typeof NouveauxAnciens>

/**
 * The 200 largest codes have a row each (CODES_AU_PLUS), all others of the two years one together, the last. It is called
 * « Autres », as a code may be too: it alone has `regroupe`, the number of codes that it stands for.
 */
const Regroupe = Nombre.optional()

export const NouveauxMedia = z.object({
  data: z
    .array(
      z.object({
        codemedia_code: z.string(),
        regroupe: Regroupe,
        nouveaux_current: Nombre,
        nouveaux_previous: Nombre,
        pourcentage_current: Pourcentage,
        pourcentage_previous: Pourcentage,
        evolution: Pourcentage,
        evolution_a_date: Evolution,
      }),
    )
    .max(CODES_AU_PLUS + 1),
  totaux: z.object({
    total_current: Nombre,
    total_previous: Nombre,
    evolution_a_date: Evolution,
  }),
  a_date: JourCompare.nullable(),
})
export type NouveauxMedia = z.infer<typeof NouveauxMedia>

const EvolutionsADate = z.object({
  evolution_nouveaux_a_date: Evolution,
  evolution_anciens_a_date: Evolution,
  evolution_total_a_date: Evolution,
})

const TotauxCompares = EvolutionsADate.extend({
  nouveaux_current: Nombre,
  nouveaux_previous: Nombre,
  anciens_current: Nombre,
  anciens_previous: Nombre,
  total_current: Nombre,
  total_previous: Nombre,
})

const Compare = TotauxCompares.extend({
  pct_nouveaux_current: Pourcentage,
  pct_nouveaux_previous: Pourcentage,
  pct_anciens_current: Pourcentage,
  pct_anciens_previous: Pourcentage,
  pct_total_current: Pourcentage,
  pct_total_previous: Pourcentage,
  evolution_nouveaux: Pourcentage,
  evolution_anciens: Pourcentage,
  evolution_total: Pourcentage,
})

export const NouveauxCampagnes = z.object({
  data: z.array(Compare.extend({ profil_campagne: z.string() })).max(3),
  totaux: TotauxCompares,
  a_date: JourCompare.nullable(),
})
export type NouveauxCampagnes = z.infer<typeof NouveauxCampagnes>

export const NouveauxOrigine = z.object({
  data: z
    .array(Compare.extend({ origincode_code: z.string(), regroupe: Regroupe }))
    .max(CODES_AU_PLUS + 1),
  totaux: TotauxCompares,
  a_date: JourCompare.nullable(),
})
export type NouveauxOrigine = z.infer<typeof NouveauxOrigine>

export const nouveauxAnciensAnnees = endpoint({
  path: '/api/analytics/nouveaux-anciens/annees',
  summary: 'Years with at least one gift, latest first',
  answer: Annees,
})

export const nouveauxAnciens = endpoint({
  path: '/api/analytics/nouveaux-anciens/:annee',
  summary: 'New and existing donors of a year by the period of their first gift in it',
  params: AnneeParams,
  answer: NouveauxAnciens,
})

export const nouveauxMedia = endpoint({
  path: '/api/analytics/nouveaux-anciens/media/:annee',
  summary: 'New donors by the media code of their first gift, against the year before',
  params: AnneeParams,
  answer: NouveauxMedia,
})

export const nouveauxOrigine = endpoint({
  path: '/api/analytics/nouveaux-anciens/origine/:annee',
  summary: 'Donors by the origin code of their first gift of the year, against the year before',
  params: AnneeParams,
  answer: NouveauxOrigine,
})

export const nouveauxCampagnes = endpoint({
  path: '/api/analytics/nouveaux-anciens/campagnes/:annee',
  summary: 'Donors by campaign profile in the year, against the year before',
  params: AnneeParams,
  answer: NouveauxCampagnes,
})
