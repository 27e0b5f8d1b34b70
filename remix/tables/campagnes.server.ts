import {
  type CampagnesEvolution,
  campagnesEvolution,
  type DonateursMixtes,
  donateursMixtes,
  type Parcours,
  parcoursPremierDernier,
  repartitionGlobale,
} from '#contract/campagnes'
import { parametres } from '#contract/parametres'
import { meanOf, percentOf } from '#figures/ratios'
import { call } from '../service.server'
import type { Cell, Column } from '../ui/table'
import { beside } from './at-date'
import { defineTable, defineTableOf } from './define.server'
import { donors, linked } from './links'
import { countOf, profileLabel, profilesOf } from './profils'

type EvolutionRow = CampagnesEvolution['data'][number]

/** Reads the name of the first campaign and every year's profiles: a table of these needs both. */
const readProfiles = async (request: Request): Promise<[string, CampagnesEvolution]> => {
  const [{ campagne_produit: produit }, evolution] = await Promise.all([
    call(parametres, {}, request),
    call(campagnesEvolution, {}, request),
  ])
  return [produit, evolution]
}

/** New and existing donors of every year by campaign profile. */
export const evolutionCampagnes = defineTableOf(
  'evolution-campagnes',
  readProfiles,
  (produit, { data, a_date }) => {
    const profiles = profilesOf(produit)
    const evolution = (group: string): Column => ({
      title: 'Évolution',
      format: 'evolution',
      group,
      judged: 'evolution',
    })
    const columnsOf = (group: string): Column[] => [
      ...profiles.map((profil): Column => ({
        title: profileLabel(profil),
        format: 'nombre',
        group,
      })),
      { title: 'Total', format: 'nombre', group },
      evolution(group),
    ]
    const cellsOf = (ensemble: 'nouveaux' | 'anciens', row: EvolutionRow) =>
      profiles.map((profil) =>
        linked(countOf(row[ensemble], profil), donors({ ensemble, annee: row.annee, profil })),
      )
    const changed = (row: EvolutionRow, group: 'nouveaux' | 'anciens' | 'globale') =>
      beside(
        row[`evolution_${group}`],
        row.annee === a_date?.annee ? a_date : null,
        row[`evolution_${group}_a_date`],
      )
    const total = (ensemble: 'nouveaux' | 'anciens' | 'actifs', count: number, annee: number) =>
      linked(count, donors({ ensemble, annee }))
    return {
      definition: 'evolution-campagnes',
      title: 'Nouveaux et anciens donateurs par profil de campagne',
      columns: [
        { title: 'Année', format: 'annee' },
        ...columnsOf('Nouveaux'),
        ...columnsOf('Anciens'),
        { title: 'Total', format: 'nombre', group: 'Ensemble' },
        evolution('Ensemble'),
      ],
      rows: data.map((row) => [
        row.annee,
        ...cellsOf('nouveaux', row),
        total('nouveaux', row.total_nouveaux, row.annee),
        changed(row, 'nouveaux'),
        ...cellsOf('anciens', row),
        total('anciens', row.total_anciens, row.annee),
        changed(row, 'anciens'),
        total('actifs', row.total_global, row.annee),
        changed(row, 'globale'),
      ]),
    }
  },
)

/** All donors of every year by campaign profile: what the chart shows. */
export const profilsParAnnee = defineTableOf(
  'profils-par-annee',
  readProfiles,
  (produit, { data }) => ({
    definition: 'evolution-campagnes',
    title: 'Donateurs par profil de campagne et par année',
    columns: [
      { title: 'Année', format: 'annee' },
      ...profilesOf(produit).map((profil): Column => ({
        title: profileLabel(profil),
        format: 'nombre',
      })),
      { title: 'Total', format: 'nombre' },
    ],
    rows: data.map((row) => [
      row.annee,
      ...profilesOf(produit).map((profil) =>
        linked(
          countOf(row.nouveaux, profil) + countOf(row.anciens, profil),
          donors({ ensemble: 'profil', annee: row.annee, profil }),
        ),
      ),
      linked(row.total_global, donors({ ensemble: 'actifs', annee: row.annee })),
    ]),
  }),
)

/** One first campaign: who stayed with it and who left it. */
export interface Loyalty {
  campagne: string
  fideles: number
  migres: number
}

/** The rows of the journeys, by first campaign. */
export function loyaltyOf({ data }: Parcours): Loyalty[] {
  const campaigns = [...new Set(data.map(({ premiere_campagne }) => premiere_campagne))]
  const count = (campagne: string, start: string) =>
    data
      .filter((row) => row.premiere_campagne === campagne && row.comportement.startsWith(start))
      .reduce((sum, { nombre_donateurs }) => sum + nombre_donateurs, 0)
  return campaigns.map((campagne) => ({
    campagne,
    fideles: count(campagne, 'FIDELE_'),
    migres: count(campagne, 'MIGRE_'),
  }))
}

/** Loyalty and migration by first campaign. */
export const parcoursCampagnes = defineTable(
  'fidelite-et-migration',
  parcoursPremierDernier,
  (parcours) => {
    const rows = loyaltyOf(parcours)
    const sum = (measure: (row: Loyalty) => number) =>
      rows.reduce((total, row) => total + measure(row), 0)
    const cells = ({ campagne, fideles, migres }: Loyalty, premiere?: string): Cell[] => {
      const total = fideles + migres
      const list = (comportement?: 'FIDELE' | 'MIGRE') =>
        donors({ ensemble: 'carriere', premiere, comportement })
      return [
        campagne,
        linked(fideles, list('FIDELE')),
        percentOf(fideles, total),
        linked(migres, list('MIGRE')),
        percentOf(migres, total),
        linked(total, list()),
      ]
    }
    const pair = (group: string): Column[] => [
      { title: 'Donateurs', format: 'nombre', group },
      { title: '%', format: 'pourcentage', group },
    ]
    return {
      definition: 'parcours',
      title: 'Fidélité et migration selon la première campagne',
      columns: [
        { title: 'Première campagne', format: 'texte' },
        ...pair('Restés fidèles'),
        ...pair('Ont migré'),
        { title: 'Total', format: 'nombre' },
      ],
      rows: rows.map((row) => cells(row, row.campagne)),
      totals: [
        cells({
          campagne: 'Total',
          fideles: sum(({ fideles }) => fideles),
          migres: sum(({ migres }) => migres),
        }),
      ],
    }
  },
)

/** From the first campaign to the last: what the chart of the flows shows. */
export const fluxCampagnes = defineTable('flux-campagnes', parcoursPremierDernier, ({ data }) => ({
  definition: 'parcours',
  title: 'De la première campagne à la dernière',
  columns: [
    { title: 'Première campagne', format: 'texte' },
    { title: 'Dernière campagne', format: 'texte' },
    { title: 'Donateurs', format: 'nombre' },
    { title: '% de la première campagne', format: 'pourcentage' },
  ],
  rows: data.map((row) => [
    row.premiere_campagne,
    lastCampaign(row.comportement),
    linked(
      row.nombre_donateurs,
      donors({
        ensemble: 'carriere',
        premiere: row.premiere_campagne,
        derniere: lastCampaign(row.comportement),
      }),
    ),
    row.pourcentage_dans_premiere,
  ]),
}))

/** `VFL`, of `FIDELE_VFL` or `MIGRE_VERS_VFL`. */
export const lastCampaign = (comportement: string): string =>
  comportement.replace(/^(FIDELE|MIGRE_VERS)_/, '')

/** Donors who gave to both campaigns in a year; below, an average year of the same proportions. */
export const mixtesParAnnee = defineTable('donateurs-mixtes', donateursMixtes, ({ data }) => {
  const sum = (measure: (row: DonateursMixtes['data'][number]) => number) =>
    data.reduce((total, row) => total + measure(row), 0)
  const mixed = sum((row) => row.nombre_donateurs_mixtes)
  const cents = sum((row) => Math.round(row.montant_total_mixtes * 100))
  return {
    definition: 'mixtes',
    title: 'Donateurs mixtes par année',
    columns: [
      { title: 'Année', format: 'annee' },
      { title: 'Donateurs mixtes', format: 'nombre' },
      { title: 'Donateurs de l’année', format: 'nombre' },
      { title: '% mixtes', format: 'pourcentage' },
      { title: 'Montant total', format: 'montant' },
      { title: 'Montant moyen', format: 'montant' },
    ],
    rows: data.map((row) => [
      row.annee,
      linked(
        row.nombre_donateurs_mixtes,
        donors({ ensemble: 'profil', annee: row.annee, profil: 'MIXTE' }),
      ),
      linked(row.total_donateurs_annee, donors({ ensemble: 'actifs', annee: row.annee })),
      row.pourcentage_mixtes,
      row.montant_total_mixtes,
      row.montant_moyen_mixtes,
    ]),
    totals: [
      [
        'Moyenne globale',
        meanOf(
          data.map((row) => row.nombre_donateurs_mixtes),
          0,
        ),
        meanOf(
          data.map((row) => row.total_donateurs_annee),
          0,
        ),
        percentOf(
          mixed,
          sum((row) => row.total_donateurs_annee),
        ),
        meanOf(
          data.map((row) => row.montant_total_mixtes),
          2,
        ),
        mixed > 0 ? Math.round(cents / mixed) / 100 : 0,
      ],
    ],
  }
})

/** All donors by campaign profile over their whole career. */
export const repartitionCampagnes = defineTable(
  'repartition-globale',
  repartitionGlobale,
  ({ data, total_global: total }) => ({
    definition: 'repartition',
    title: 'Répartition globale par profil de campagne',
    columns: [
      { title: 'Profil de campagne', format: 'texte' },
      { title: 'Donateurs', format: 'nombre' },
      { title: '%', format: 'pourcentage' },
    ],
    rows: data.map(({ profil_campagne: profil, ...row }) => [
      row.libelle_campagne,
      linked(row.nombre_donateurs, donors({ ensemble: 'carriere', profil })),
      row.pourcentage,
    ]),
    totals: [['Total', linked(total, donors({ ensemble: 'carriere' })), percentOf(total, total)]],
  }),
)
