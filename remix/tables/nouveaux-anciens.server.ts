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
import { beside, endAtDate } from './at-date'
import { defineTable, defineYearTable } from './define.server'
import { donors, linked } from './links'
import { profileLabel } from './profils'

type Group = 'nouveaux' | 'anciens'

const groupColumns = (group: string): Column[] => [
  { title: 'Nombre', format: 'nombre', group },
  { title: '% de l’année', format: 'pourcentage', group },
  { title: '% de l’année précédente', format: 'pourcentage', group },
]

/** New and existing donors by period, with the totals of the year and of the year before. */
export const nouveauxParPeriode = defineYearTable(
  'nouveaux-anciens-par-periode',
  nouveauxAnciens,
  (annee, { data, totaux, a_date }) => {
    const total = (group: Group, nombre: number, precedent: number): Cell[] => [
      linked(nombre, donors({ ensemble: group, annee })),
      percentOf(nombre, nombre),
      beside(percentOf(nombre, precedent), a_date, a_date?.[`evolution_${group}`] ?? null),
    ]
    const before = (group: Group, precedent: number): Cell[] => [
      linked(precedent, donors({ ensemble: group, annee: annee - 1 })),
      null,
      percentOf(precedent, precedent),
    ]
    return {
      definition: 'nouveaux-anciens',
      title: `Nouveaux et anciens donateurs par période, ${annee}`,
      columns: [
        { title: 'Période', format: 'texte' },
        ...groupColumns('Nouveaux'),
        ...groupColumns('Anciens'),
        { title: 'Total', format: 'nombre' },
      ],
      rows: data.map(({ periode, nouveaux, anciens, total: both }) => [
        periode,
        ...Object.entries({ nouveaux, anciens }).flatMap(([ensemble, group]) => [
          linked(group.nombre, donors({ ensemble: ensemble as Group, annee, periode })),
          group.pourcentage_annee,
          group.pourcentage_annee_precedente,
        ]),
        linked(both, donors({ ensemble: 'actifs', annee, periode })),
      ]),
      totals: [
        [
          `Total ${annee}`,
          ...total('nouveaux', totaux.total_nouveaux, totaux.total_nouveaux_precedente),
          ...total('anciens', totaux.total_anciens, totaux.total_anciens_precedente),
          linked(totaux.total_general, donors({ ensemble: 'actifs', annee })),
        ],
        [
          `Total ${annee - 1}`,
          ...before('nouveaux', totaux.total_nouveaux_precedente),
          ...before('anciens', totaux.total_anciens_precedente),
          linked(totaux.total_general_precedente, donors({ ensemble: 'actifs', annee: annee - 1 })),
        ],
      ],
    }
  },
)

/** The year before plus 10 %, for new and for existing donors, and how far the year is from it. */
export const objectifsNouveaux = defineYearTable(
  'objectifs-nouveaux-anciens',
  nouveauxAnciens,
  (annee, { totaux, objectifs, a_date }) => {
    const end = endAtDate(a_date)
    const row = (
      name: string,
      group: Group,
      previous: number,
      { objectif, realise, ecart }: Objectif,
    ): Cell[] => [
      name,
      linked(previous, donors({ ensemble: group, annee: annee - 1 })),
      objectif,
      linked(realise, donors({ ensemble: group, annee })),
      ecart,
      ...end.cell(a_date?.[`evolution_${group}`] ?? null),
    ]
    return {
      definition: 'objectifs-nouveaux-anciens',
      title: `Objectifs ${annee} (total ${annee - 1} + 10 %)`,
      columns: [
        { title: 'Donateurs', format: 'texte' },
        { title: `Total ${annee - 1}`, format: 'nombre' },
        { title: 'Objectif', format: 'nombre' },
        { title: 'Réalisé', format: 'nombre' },
        { title: 'Écart', format: 'ecart', judged: 'objectif' },
        ...end.columns,
      ],
      rows: [
        row('Nouveaux', 'nouveaux', totaux.total_nouveaux_precedente, objectifs.nouveaux),
        row('Anciens', 'anciens', totaux.total_anciens_precedente, objectifs.anciens),
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
  (annee, { data, totaux, a_date }) => {
    const { total_current: current, total_previous: previous } = totaux
    const newWith = (media?: string, year = annee) =>
      donors({ ensemble: 'nouveaux', annee: year, media })
    return {
      definition: 'nouveaux-par-media',
      title: `Nouveaux donateurs par code média, ${annee}`,
      columns: [
        { title: 'Code média', format: 'texte' },
        ...counted(String(annee)),
        ...counted(String(annee - 1)),
        evolution('Évolution'),
      ],
      rows: data.map((row) => [
        row.codemedia_code,
        linked(row.nouveaux_current, newWith(row.codemedia_code)),
        row.pourcentage_current,
        linked(row.nouveaux_previous, newWith(row.codemedia_code, annee - 1)),
        row.pourcentage_previous,
        beside(row.evolution, a_date, row.evolution_a_date),
      ]),
      totals: [
        [
          'Total',
          linked(current, newWith(undefined)),
          percentOf(current, current),
          linked(previous, newWith(undefined, annee - 1)),
          percentOf(previous, previous),
          beside(evolutionOf(current, previous), a_date, totaux.evolution_a_date),
        ],
      ],
    }
  },
)

type Compared = Omit<NouveauxCampagnes['data'][number], 'profil_campagne'>
type Totals = NouveauxCampagnes['totaux']

const GROUPS = [
  { key: 'nouveaux', ensemble: 'nouveaux', title: 'Nouveaux' },
  { key: 'anciens', ensemble: 'anciens', title: 'Anciens' },
  { key: 'total', ensemble: 'actifs', title: 'Total' },
] as const

/** New, existing and all donors of two years side by side. */
function compared(
  first: string,
  annee: number,
  rows: { name: string; code: { profil: string } | { origine: string }; counts: Compared }[],
  totaux: Totals,
  day: NouveauxCampagnes['a_date'],
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
    rows: rows.map(({ name, code, counts }) => [
      name,
      ...GROUPS.flatMap(({ key, ensemble }) => {
        const [current, previous] = [counts[`${key}_current`], counts[`${key}_previous`]]
        const shares = [counts[`pct_${key}_current`], counts[`pct_${key}_previous`]] as const
        return [
          linked(current, donors({ ensemble, annee, ...code })),
          shares[0],
          linked(previous, donors({ ensemble, annee: annee - 1, ...code })),
          shares[1],
          beside(counts[`evolution_${key}`], day, counts[`evolution_${key}_a_date`]),
        ]
      }),
    ]),
    totals: [
      [
        'Total',
        ...GROUPS.flatMap(({ key, ensemble }) => {
          const [current, previous] = [totaux[`${key}_current`], totaux[`${key}_previous`]]
          const shares = [percentOf(current, current), percentOf(previous, previous)] as const
          return [
            linked(current, donors({ ensemble, annee })),
            shares[0],
            linked(previous, donors({ ensemble, annee: annee - 1 })),
            shares[1],
            beside(evolutionOf(current, previous), day, totaux[`evolution_${key}_a_date`]),
          ]
        }),
      ],
    ],
  }
}

export const nouveauxParProfil = defineYearTable(
  'nouveaux-anciens-par-profil',
  nouveauxCampagnes,
  (annee, { data, totaux, a_date }) => ({
    definition: 'donateurs-par-profil',
    title: `Donateurs par profil de campagne, ${annee}`,
    ...compared(
      'Profil de campagne',
      annee,
      data.map((row) => ({
        name: profileLabel(row.profil_campagne),
        code: { profil: row.profil_campagne },
        counts: row,
      })),
      totaux,
      a_date,
    ),
  }),
)

export const nouveauxParOrigine = defineYearTable(
  'nouveaux-anciens-par-code-origine',
  nouveauxOrigine,
  (annee, { data, totaux, a_date }) => ({
    definition: 'donateurs-par-origine',
    title: `Donateurs par code origine, ${annee}`,
    ...compared(
      'Code origine',
      annee,
      data.map((row) => ({
        name: row.origincode_code,
        code: { origine: row.origincode_code },
        counts: row,
      })),
      totaux,
      a_date,
    ),
  }),
)

/** What the chart over the years shows. */
export const nouveauxParAnnee = defineTable(
  'nouveaux-anciens-par-annee',
  campagnesEvolution,
  ({ data }) => ({
    definition: 'nouveaux-anciens',
    title: 'Nouveaux et anciens donateurs par année',
    columns: [
      { title: 'Année', format: 'annee' },
      { title: 'Nouveaux', format: 'nombre' },
      { title: 'Anciens', format: 'nombre' },
      { title: 'Total', format: 'nombre' },
    ],
    rows: data.map(({ annee, total_nouveaux, total_anciens, total_global }) => [
      annee,
      linked(total_nouveaux, donors({ ensemble: 'nouveaux', annee })),
      linked(total_anciens, donors({ ensemble: 'anciens', annee })),
      linked(total_global, donors({ ensemble: 'actifs', annee })),
    ]),
  }),
)

/** What the chart of the periods shows. */
export const nouveauxSimples = defineYearTable(
  'nouveaux-anciens-periodes',
  nouveauxAnciens,
  (annee, { data }) => ({
    definition: 'nouveaux-anciens',
    title: `Nouveaux et anciens donateurs, ${annee}`,
    columns: [
      { title: 'Période', format: 'texte' },
      { title: 'Nouveaux', format: 'nombre' },
      { title: 'Anciens', format: 'nombre' },
      { title: 'Total', format: 'nombre' },
    ],
    rows: data.map(({ periode, nouveaux, anciens, total }) => [
      periode,
      linked(nouveaux.nombre, donors({ ensemble: 'nouveaux', annee, periode })),
      linked(anciens.nombre, donors({ ensemble: 'anciens', annee, periode })),
      linked(total, donors({ ensemble: 'actifs', annee, periode })),
    ]),
  }),
)
