import { z } from 'zod'
import { endpoint } from './endpoint'
import {
  ANNEES_AU_PLUS,
  AnneeParams,
  Annees,
  Evolution,
  JourCompare,
  Nombre,
  Objectif,
  Part,
  Pourcentage,
} from './values'

const Statuts = z.object({
  actifs: Nombre,
  actifs_pourcentage: Pourcentage,
  dormants: Nombre,
  dormants_pourcentage: Pourcentage,
  inactifs: Nombre,
  inactifs_pourcentage: Pourcentage,
  tres_inactifs: Nombre,
  tres_inactifs_pourcentage: Pourcentage,
})

/** `a_date` is null if the year is not the running one. */
export const ActiviteStats = z.object({
  stats: Statuts,
  total_donateurs_historique: Nombre,
  periodes: z
    .array(
      z.object({
        periode: z.string(),
        actifs: Part,
        dormants: Part,
        inactifs: Part,
        tres_inactifs: Part,
        total: Nombre,
      }),
    )
    .max(12),
  stats_annee_precedente: Statuts.extend({ total: Nombre }),
  objectif_actifs: Objectif,
  a_date: JourCompare.extend({ evolution_actifs: Evolution }).nullable(),
})
export type ActiviteStats = z.infer<typeof ActiviteStats>

/** The statuses as of 31/12 of every year, years ascending, without gaps. */
export const ActiviteEvolution = z.object({
  data: z
    .array(
      z.object({
        annee: z.number().int(),
        actifs: Part,
        dormants: Part,
        inactifs: Part,
        tres_inactifs: Part,
        total: Nombre,
      }),
    )
    .max(ANNEES_AU_PLUS),
})
export type ActiviteEvolution = z.infer<typeof ActiviteEvolution>

export const activiteAnnees = endpoint({
  path: '/api/analytics/activite/annees',
  summary: 'Years with at least one gift, latest first',
  answer: Annees,
})

export const activiteStats = endpoint({
  path: '/api/analytics/activite/stats-complet/:annee',
  summary:
    'Active, dormant, inactive and very inactive donors, by period and at the end of the year',
  params: AnneeParams,
  answer: ActiviteStats,
})

export const activiteEvolution = endpoint({
  path: '/api/analytics/activite/evolution',
  summary: 'Active, dormant, inactive and very inactive donors at the end of every year',
  answer: ActiviteEvolution,
})
