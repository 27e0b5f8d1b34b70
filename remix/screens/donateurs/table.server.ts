import { nonFidelesCampagnes, segmentationAnnuelle, segmentationGlobale } from '#contract/donateurs'
import type { Part } from '#contract/values'
import { percentOf } from '#figures/ratios'
import { defineClasseur, defineTable } from '../../tables/define.server'
import { donors, linked } from '../../tables/links'
import { SEGMENTS } from '../../tables/segments'
import type { Cell, Column } from '../../ui/table'

/** Donors of every year by number of gifts in it. */
export const segmentsParAnnee = defineTable(
  'segmentation-annuelle',
  segmentationAnnuelle,
  ({ data }) => ({
    definition: 'segments-annuels',
    title: 'Segmentation annuelle par fréquence de don',
    byYear: true,
    columns: [
      { title: 'Année', format: 'annee' },
      ...SEGMENTS.flatMap(({ title: group }): Column[] => [
        { title: 'Nombre', format: 'nombre', group },
        { title: '%', format: 'pourcentage', group },
      ]),
      { title: 'Total donateurs', format: 'nombre' },
    ],
    rows: data.map((row) => [
      row.annee,
      ...SEGMENTS.flatMap(({ key, segment }) => [
        linked(row[key].nombre, donors({ ensemble: 'segment', annee: row.annee, segment })),
        row[key].pourcentage,
      ]),
      linked(row.total_donateurs, donors({ ensemble: 'actifs', annee: row.annee })),
    ]),
  }),
)

/** Data of the chart: shares only. */
export const partsSegments = defineTable(
  'segments-par-annee',
  segmentationAnnuelle,
  ({ data }) => ({
    definition: 'segments-annuels',
    title: 'Part de chaque segment, par année',
    byYear: true,
    columns: [
      { title: 'Année', format: 'annee' },
      ...SEGMENTS.map(({ title }): Column => ({ title, format: 'pourcentage' })),
    ],
    rows: data.map((row) => [row.annee, ...SEGMENTS.map(({ key }) => row[key].pourcentage)]),
  }),
)

const partColumns = (first: string): Column[] => [
  { title: first, format: 'texte' },
  { title: 'Donateurs', format: 'nombre' },
  { title: '%', format: 'pourcentage' },
]

const partCells = (name: string, { nombre, pourcentage }: Part, list: string): Cell[] => [
  name,
  linked(nombre, list),
  pourcentage,
]

const career = (segment: '1' | '2-5' | '6+') => donors({ ensemble: 'carriere', segment })

/** All donors by number of gifts over their career. */
export const segmentsGlobaux = defineTable(
  'segmentation-globale',
  segmentationGlobale,
  ({ donnees }) => ({
    definition: 'segments-carriere',
    title: 'Segmentation sur toute la carrière',
    columns: partColumns('Segment'),
    rows: [
      partCells('Non Fidèles (1 donation)', donnees.non_fideles, career('1')),
      partCells('Fidèles (2 à 5 donations)', donnees.fideles, career('2-5')),
      partCells('Super Fidèles (6 donations et plus)', donnees.super_fideles, career('6+')),
    ],
    totals: [
      [
        'Total donateurs',
        linked(donnees.total_donateurs, donors({ ensemble: 'carriere' })),
        percentOf(donnees.total_donateurs, donnees.total_donateurs),
      ],
    ],
  }),
)

/** One-gift donors by campaign; keys are the campaigns' names in lower case. */
export const nonFideles = defineTable(
  'non-fideles-par-campagne',
  nonFidelesCampagnes,
  ({ donnees }) => {
    const campaigns = Object.entries(donnees).sort(([one], [other]) =>
      one === 'vfl' ? -1 : other === 'vfl' ? 1 : 0,
    )
    const total = campaigns.reduce((sum, [, { nombre }]) => sum + nombre, 0)
    return {
      definition: 'non-fideles',
      title: 'Donateurs non fidèles par campagne',
      columns: partColumns('Campagne'),
      rows: campaigns.map(([name, part]) => {
        const campaign = name.toUpperCase()
        const list = {
          ensemble: 'carriere',
          segment: '1',
          profil: `${campaign}_UNIQUEMENT`,
        } as const
        return partCells(campaign, part, donors(list))
      }),
      totals: [['Total non fidèles', linked(total, career('1')), percentOf(total, total)]],
    }
  },
)

/** The workbook of the screen. */
export const classeurDonateurs = defineClasseur('donateurs', 'Analyse des Donateurs', {
  'Parts par année': partsSegments,
  'Segments par année': segmentsParAnnee,
  'Toute la carrière': segmentsGlobaux,
  'Non fidèles par campagne': nonFideles,
})
