import {
  type CampagnesEvolution,
  campagnesEvolution,
  type DonateursMixtes,
  donateursMixtes,
  repartitionGlobale,
} from '#contract/campagnes'
import { parametres } from '#contract/parametres'
import { centsOf, eurosEach, meanOf, percentOf } from '#figures/ratios'
import { call } from '../../service/service.server'
import { beside } from '../../tables/at-date'
import { defineClasseur, defineTable, defineTableOf } from '../../tables/define.server'
import { donors, linked } from '../../tables/links'
import { countOf, profileLabel, profilesOf } from '../../tables/profils'
import type { Column } from '../../ui/table'
import { fluxCampagnes, parcoursCampagnes } from './parcours-table.server'
import { montantsParCode } from './ventilation/table.server'

type EvolutionRow = CampagnesEvolution['data'][number]

/** Reads the product campaign's name and every year's profiles. */
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
      compares: 'annee',
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
      byYear: true,
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

/** All donors of every year by campaign profile, as in the chart. */
export const profilsParAnnee = defineTableOf(
  'profils-par-annee',
  readProfiles,
  (produit, { data }) => ({
    definition: 'evolution-campagnes',
    title: 'Donateurs par profil de campagne et par année',
    byYear: true,
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

/** Donors of both campaigns in a year; totals: an average year with the same proportions. */
export const mixtesParAnnee = defineTable('donateurs-mixtes', donateursMixtes, ({ data }) => {
  const sum = (measure: (row: DonateursMixtes['data'][number]) => number) =>
    data.reduce((total, row) => total + measure(row), 0)
  const mixed = sum((row) => row.nombre_donateurs_mixtes)
  const cents = sum((row) => centsOf(row.montant_total_mixtes))
  return {
    definition: 'mixtes',
    title: 'Donateurs mixtes par année',
    byYear: true,
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
        mixed > 0 ? eurosEach(cents, mixed) : 0,
      ],
    ],
  }
})

/** All donors by campaign profile, over their career. */
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

/** The workbook of the screen. */
export const classeurCampagnes = defineClasseur('campagnes', 'Analyse des Campagnes', {
  'Montants par code': montantsParCode,
  Profils: profilsParAnnee,
  'Évolution par profil': evolutionCampagnes,
  Flux: fluxCampagnes,
  'Fidélité et migration': parcoursCampagnes,
  'Donateurs mixtes': mixtesParAnnee,
  'Répartition globale': repartitionCampagnes,
})
