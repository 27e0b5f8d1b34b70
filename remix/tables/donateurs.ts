import type {
  NonFidelesCampagnes,
  SegmentationAnnuelle,
  SegmentationGlobale,
} from '#contract/donateurs'
import type { Part } from '#contract/values'
import { percentOf } from '#figures/ratios'
import type { Cell, Column, Table } from '../ui/table'

/** The segments of a year in their order, with their colour. */
export const SEGMENTS = [
  { key: 'beginners', name: 'Beginners', title: 'Beginners (1 donation)', mark: '3' },
  { key: 'fideles', name: 'Fidèles', title: 'Fidèles (2 à 5 donations)', mark: '1' },
  {
    key: 'super_fideles',
    name: 'Super Fidèles',
    title: 'Super Fidèles (6 donations et plus)',
    mark: '2',
  },
] as const

/** Donors of every year by their number of gifts in it. */
export const segmentsParAnnee = ({ data }: SegmentationAnnuelle): Table => ({
  name: 'segmentation-annuelle',
  title: 'Segmentation annuelle par fréquence de don',
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
    ...SEGMENTS.flatMap(({ key }) => [row[key].nombre, row[key].pourcentage]),
    row.total_donateurs,
  ]),
})

/** What the chart shows: shares only. */
export const partsSegments = ({ data }: SegmentationAnnuelle): Table => ({
  name: 'segments-par-annee',
  title: 'Part de chaque segment, par année',
  columns: [
    { title: 'Année', format: 'annee' },
    ...SEGMENTS.map(({ title }): Column => ({ title, format: 'pourcentage' })),
  ],
  rows: data.map((row) => [row.annee, ...SEGMENTS.map(({ key }) => row[key].pourcentage)]),
})

const partColumns = (first: string): Column[] => [
  { title: first, format: 'texte' },
  { title: 'Donateurs', format: 'nombre' },
  { title: '%', format: 'pourcentage' },
]

const partCells = (name: string, { nombre, pourcentage }: Part): Cell[] => [
  name,
  nombre,
  pourcentage,
]

/** All donors by their number of gifts over their whole career. */
export const segmentsGlobaux = ({ donnees }: SegmentationGlobale): Table => ({
  name: 'segmentation-globale',
  title: 'Segmentation sur toute la carrière',
  columns: partColumns('Segment'),
  rows: [
    partCells('Non Fidèles (1 donation)', donnees.non_fideles),
    partCells('Fidèles (2 à 5 donations)', donnees.fideles),
    partCells('Super Fidèles (6 donations et plus)', donnees.super_fideles),
  ],
  totals: [
    [
      'Total donateurs',
      donnees.total_donateurs,
      percentOf(donnees.total_donateurs, donnees.total_donateurs),
    ],
  ],
})

/** One-gift donors by the campaign of that gift; the keys are the campaigns' names in lower case. */
export function nonFideles({ donnees }: NonFidelesCampagnes): Table {
  const campaigns = Object.entries(donnees).sort(([one], [other]) =>
    one === 'vfl' ? -1 : other === 'vfl' ? 1 : 0,
  )
  const total = campaigns.reduce((sum, [, { nombre }]) => sum + nombre, 0)
  return {
    name: 'non-fideles-par-campagne',
    title: 'Donateurs non fidèles par campagne',
    columns: partColumns('Campagne'),
    rows: campaigns.map(([name, part]) => partCells(name.toUpperCase(), part)),
    totals: [['Total non fidèles', total, percentOf(total, total)]],
  }
}
