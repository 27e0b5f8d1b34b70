import { campagnesEvolution } from '#contract/campagnes'
import {
  nouveauxAnciens,
  type NouveauxCampagnes,
  nouveauxCampagnes,
  nouveauxMedia,
  nouveauxOrigine,
} from '#contract/nouveaux-anciens'
import type { Objectif } from '#contract/values'
import { evolutionOf, percentOf } from '#figures/ratios'
import type { Cell, Column, Table } from '../ui/table'
import { defineTable, defineYearTable } from './define.server'
import { profileLabel } from './profils'

const groupColumns = (group: string): Column[] => [
  { title: 'Nombre', format: 'nombre', group },
  { title: '% de l’année', format: 'pourcentage', group },
  { title: '% de l’année précédente', format: 'pourcentage', group },
]

/** New and existing donors by period, with the totals of the year and of the year before. */
export const nouveauxParPeriode = defineYearTable(
  'nouveaux-anciens-par-periode',
  nouveauxAnciens,
  (annee, { data, totaux }) => {
    const total = (nombre: number, precedent: number): Cell[] => [
      nombre,
      percentOf(nombre, nombre),
      percentOf(nombre, precedent),
    ]
    const before = (precedent: number): Cell[] => [precedent, null, percentOf(precedent, precedent)]
    return {
      title: `Nouveaux et anciens donateurs par période, ${annee}`,
      columns: [
        { title: 'Période', format: 'texte' },
        ...groupColumns('Nouveaux'),
        ...groupColumns('Anciens'),
        { title: 'Total', format: 'nombre' },
      ],
      rows: data.map(({ periode, nouveaux, anciens, total: both }) => [
        periode,
        ...[nouveaux, anciens].flatMap((group) => [
          group.nombre,
          group.pourcentage_annee,
          group.pourcentage_annee_precedente,
        ]),
        both,
      ]),
      totals: [
        [
          `Total ${annee}`,
          ...total(totaux.total_nouveaux, totaux.total_nouveaux_precedente),
          ...total(totaux.total_anciens, totaux.total_anciens_precedente),
          totaux.total_general,
        ],
        [
          `Total ${annee - 1}`,
          ...before(totaux.total_nouveaux_precedente),
          ...before(totaux.total_anciens_precedente),
          totaux.total_general_precedente,
        ],
      ],
    }
  },
)

/** The year before plus 10 %, for new and for existing donors, and how far the year is from it. */
export const objectifsNouveaux = defineYearTable(
  'objectifs-nouveaux-anciens',
  nouveauxAnciens,
  (annee, { totaux, objectifs }) => {
    const row = (
      name: string,
      previous: number,
      { objectif, realise, ecart }: Objectif,
    ): Cell[] => [name, previous, objectif, realise, ecart]
    return {
      title: `Objectifs ${annee} (total ${annee - 1} + 10 %)`,
      columns: [
        { title: 'Donateurs', format: 'texte' },
        { title: `Total ${annee - 1}`, format: 'nombre' },
        { title: 'Objectif', format: 'nombre' },
        { title: 'Réalisé', format: 'nombre' },
        { title: 'Écart', format: 'ecart', judged: 'objectif' },
      ],
      rows: [
        row('Nouveaux', totaux.total_nouveaux_precedente, objectifs.nouveaux),
        row('Anciens', totaux.total_anciens_precedente, objectifs.anciens),
      ],
    }
  },
)

const evolution = (title: string): Column => ({ title, format: 'evolution', judged: 'evolution' })

const counted = (group: string): Column[] => [
  { title: 'Nombre', format: 'nombre', group },
  { title: '%', format: 'pourcentage', group },
]

/** New donors by the media code of their first gift, against the year before. */
export const nouveauxParMedia = defineYearTable(
  'nouveaux-par-code-media',
  nouveauxMedia,
  (annee, { data, totaux }) => {
    const { total_current: current, total_previous: previous } = totaux
    return {
      title: `Nouveaux donateurs par code média, ${annee}`,
      columns: [
        { title: 'Code média', format: 'texte' },
        ...counted(String(annee)),
        ...counted(String(annee - 1)),
        evolution('Évolution'),
      ],
      rows: data.map((row) => [
        row.codemedia_code,
        row.nouveaux_current,
        row.pourcentage_current,
        row.nouveaux_previous,
        row.pourcentage_previous,
        row.evolution,
      ]),
      totals: [
        [
          'Total',
          current,
          percentOf(current, current),
          previous,
          percentOf(previous, previous),
          evolutionOf(current, previous),
        ],
      ],
    }
  },
)

type Compared = Omit<NouveauxCampagnes['data'][number], 'profil_campagne'>
type Totals = NouveauxCampagnes['totaux']

const GROUPS = [
  { key: 'nouveaux', title: 'Nouveaux' },
  { key: 'anciens', title: 'Anciens' },
  { key: 'total', title: 'Total' },
] as const

/** New, existing and all donors of two years side by side. */
function compared(
  first: string,
  annee: number,
  rows: { name: string; counts: Compared }[],
  totaux: Totals,
): Pick<Table, 'columns' | 'rows' | 'totals' | 'stacked'> {
  return {
    stacked: true,
    columns: [
      { title: first, format: 'texte' },
      ...GROUPS.flatMap(({ title }) => [
        ...counted(`${title} ${annee}`),
        ...counted(`${title} ${annee - 1}`),
        evolution(`Évolution ${title.toLowerCase()}`),
      ]),
    ],
    rows: rows.map(({ name, counts }) => [
      name,
      ...GROUPS.flatMap(({ key }) => {
        const [current, previous] = [counts[`${key}_current`], counts[`${key}_previous`]]
        const shares = [counts[`pct_${key}_current`], counts[`pct_${key}_previous`]] as const
        return [current, shares[0], previous, shares[1], counts[`evolution_${key}`]]
      }),
    ]),
    totals: [
      [
        'Total',
        ...GROUPS.flatMap(({ key }) => {
          const [current, previous] = [totaux[`${key}_current`], totaux[`${key}_previous`]]
          const shares = [percentOf(current, current), percentOf(previous, previous)] as const
          return [current, shares[0], previous, shares[1], evolutionOf(current, previous)]
        }),
      ],
    ],
  }
}

export const nouveauxParProfil = defineYearTable(
  'nouveaux-anciens-par-profil',
  nouveauxCampagnes,
  (annee, { data, totaux }) => ({
    title: `Donateurs par profil de campagne, ${annee}`,
    ...compared(
      'Profil de campagne',
      annee,
      data.map((row) => ({ name: profileLabel(row.profil_campagne), counts: row })),
      totaux,
    ),
  }),
)

export const nouveauxParOrigine = defineYearTable(
  'nouveaux-anciens-par-code-origine',
  nouveauxOrigine,
  (annee, { data, totaux }) => ({
    title: `Donateurs par code origine, ${annee}`,
    ...compared(
      'Code origine',
      annee,
      data.map((row) => ({ name: row.origincode_code, counts: row })),
      totaux,
    ),
  }),
)

/** What the chart over the years shows. */
export const nouveauxParAnnee = defineTable(
  'nouveaux-anciens-par-annee',
  campagnesEvolution,
  ({ data }) => ({
    title: 'Nouveaux et anciens donateurs par année',
    columns: [
      { title: 'Année', format: 'annee' },
      { title: 'Nouveaux', format: 'nombre' },
      { title: 'Anciens', format: 'nombre' },
      { title: 'Total', format: 'nombre' },
    ],
    rows: data.map((row) => [row.annee, row.total_nouveaux, row.total_anciens, row.total_global]),
  }),
)

/** What the chart of the periods shows. */
export const nouveauxSimples = defineYearTable(
  'nouveaux-anciens-periodes',
  nouveauxAnciens,
  (annee, { data }) => ({
    title: `Nouveaux et anciens donateurs, ${annee}`,
    columns: [
      { title: 'Période', format: 'texte' },
      { title: 'Nouveaux', format: 'nombre' },
      { title: 'Anciens', format: 'nombre' },
      { title: 'Total', format: 'nombre' },
    ],
    rows: data.map(({ periode, nouveaux, anciens, total }) => [
      periode,
      nouveaux.nombre,
      anciens.nombre,
      total,
    ]),
  }),
)
