import { z } from 'zod'
import { endpoint } from './endpoint'
import { ANNEES_AU_PLUS, AnneeParams, Annees, Montant, Nombre, dictionnaire } from './values'

export const DashboardStats = z.object({
  total_donateurs: Nombre,
  total_donations: Nombre,
  montant_total: Montant,
  montant_moyen: Montant,
})
export type DashboardStats = z.infer<typeof DashboardStats>

/**
 * `prevision` is the trend's for the year asked for: the line through the years `depuis` and `jusqua`, extended. Null
 * below three years.
 */
export const StatsGraphiques = z.object({
  donations_par_annee: z
    .array(z.object({ annee: z.number().int(), nombre: Nombre }))
    .max(ANNEES_AU_PLUS),
  montants_par_annee: z
    .array(z.object({ annee: z.number().int(), montant: Montant }))
    .max(ANNEES_AU_PLUS),
  prevision: z
    .object({
      annee: z.number().int(),
      depuis: z.number().int(),
      jusqua: z.number().int(),
      donations: Nombre,
      montant: Montant,
    })
    .nullable(),
})
export type StatsGraphiques = z.infer<typeof StatsGraphiques>

export const StatsMensuelles = z.object({
  donnees_par_annee: dictionnaire(
    z
      .array(
        z.object({
          mois: z.number().int().min(1).max(12),
          nombre_donations: Nombre,
          montant_total: Montant,
        }),
      )
      .max(12),
    ANNEES_AU_PLUS,
  ),
})
export type StatsMensuelles = z.infer<typeof StatsMensuelles>

export const dashboardAnnees = endpoint({
  path: '/api/dashboard/annees',
  summary: 'Years with at least one gift, latest first',
  answer: Annees,
})

export const dashboardStats = endpoint({
  path: '/api/dashboard/stats/:annee',
  summary: 'Key figures of a year',
  params: AnneeParams,
  answer: DashboardStats,
})

export const statsGraphiques = endpoint({
  path: '/api/dashboard/stats-graphiques/:annee',
  summary: 'Gifts and amounts of every year up to this one, without gaps',
  params: AnneeParams,
  answer: StatsGraphiques,
})

export const statsMensuelles = endpoint({
  path: '/api/dashboard/stats-mensuelles/:annee',
  summary: 'Gifts and amounts by month for the four years up to this one, not cumulated',
  params: AnneeParams,
  answer: StatsMensuelles,
})
