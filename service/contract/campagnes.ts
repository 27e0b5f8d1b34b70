import { z } from 'zod'
import { endpoint } from './endpoint'
import {
  ANNEES_AU_PLUS,
  Annees,
  Evolution,
  JourCompare,
  Montant,
  Nombre,
  Pourcentage,
} from './values'

const Profil = z.object({ profil_campagne: z.string(), nombre_donateurs: Nombre })

/** `a_date` is of the running year, the only one with changes at a date; null if there is none. */
export const CampagnesEvolution = z.object({
  data: z
    .array(
      z.object({
        annee: z.number().int(),
        nouveaux: z.array(Profil).max(3),
        anciens: z.array(Profil).max(3),
        total_nouveaux: Nombre,
        total_anciens: Nombre,
        total_global: Nombre,
        evolution_nouveaux: Evolution,
        evolution_anciens: Evolution,
        evolution_globale: Evolution,
        evolution_nouveaux_a_date: Evolution,
        evolution_anciens_a_date: Evolution,
        evolution_globale_a_date: Evolution,
      }),
    )
    .max(ANNEES_AU_PLUS),
  a_date: JourCompare.extend({ annee: z.number().int() }).nullable(),
})
export type CampagnesEvolution = z.infer<typeof CampagnesEvolution>

export const Parcours = z.object({
  data: z
    .array(
      z.object({
        premiere_campagne: z.string(),
        comportement: z.string(),
        nombre_donateurs: Nombre,
        pourcentage_dans_premiere: Pourcentage,
      }),
    )
    .max(20),
})
export type Parcours = z.infer<typeof Parcours>

export const DonateursMixtes = z.object({
  data: z
    .array(
      z.object({
        annee: z.number().int(),
        nombre_donateurs_mixtes: Nombre,
        total_donateurs_annee: Nombre,
        pourcentage_mixtes: Pourcentage,
        montant_total_mixtes: Montant,
        montant_moyen_mixtes: Montant,
      }),
    )
    .max(ANNEES_AU_PLUS),
})
export type DonateursMixtes = z.infer<typeof DonateursMixtes>

export const RepartitionGlobale = z.object({
  data: z
    .array(
      z.object({
        profil_campagne: z.string(),
        libelle_campagne: z.string(),
        nombre_donateurs: Nombre,
        pourcentage: Pourcentage,
      }),
    )
    .max(20),
  total_global: Nombre,
})
export type RepartitionGlobale = z.infer<typeof RepartitionGlobale>

export const campagnesAnnees = endpoint({
  path: '/api/analytics/campagnes/annees',
  summary: 'Years with at least one gift, latest first',
  answer: Annees,
})

export const campagnesEvolution = endpoint({
  path: '/api/analytics/campagnes/evolution',
  summary: 'New and existing donors of every year by campaign profile',
  answer: CampagnesEvolution,
})

export const parcoursPremierDernier = endpoint({
  path: '/api/analytics/campagnes/parcours-premier-dernier',
  summary: 'From the campaign of the first gift ever to that of the last: loyalty and migration',
  answer: Parcours,
})

export const donateursMixtes = endpoint({
  path: '/api/analytics/campagnes/donateurs-mixtes',
  summary: 'Donors who gave to both campaigns in a year',
  answer: DonateursMixtes,
})

export const repartitionGlobale = endpoint({
  path: '/api/analytics/campagnes/repartition-globale',
  summary: 'Donors by campaign profile over their whole career',
  answer: RepartitionGlobale,
})
