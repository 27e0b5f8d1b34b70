import { campagnesEvolution } from '#contract/campagnes'
import { nouveauxAnciens } from '#contract/nouveaux-anciens'
import type { Objectif } from '#contract/values'
import { percentOf } from '#figures/ratios'
import { beside, endAtDate } from '../../tables/at-date'
import { defineClasseur, defineTable, defineYearTable } from '../../tables/define.server'
import { donors, linked } from '../../tables/links'
import type { Cell, Column } from '../../ui/table'
import { nouveauxParMedia, nouveauxParProfil, nouveauxParOrigine } from './codes-table.server'

type Group = 'nouveaux' | 'anciens'

const groupColumns = (group: string): Column[] => [
  { title: 'Nombre', format: 'nombre', group },
  { title: '% de l’année', format: 'pourcentage', group },
  { title: '% de l’année précédente', format: 'pourcentage', group, compares: 'annee' },
]

/** New and existing donors by period, with the totals of the year and the previous one. */
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
        { title: 'Période', format: 'texte', inOrder: true },
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

/** Targets (previous year plus 10 %) for new and existing donors, and the year's distance from them. */
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
      title: `Objectifs ${annee} (total ${annee - 1} + 10\u00A0%)`,
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

/** Data of the chart by year. */
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

/** Data of the periods chart. */
export const nouveauxSimples = defineYearTable(
  'nouveaux-anciens-periodes',
  nouveauxAnciens,
  (annee, { data }) => ({
    definition: 'nouveaux-anciens',
    title: `Nouveaux et anciens donateurs, ${annee}`,
    columns: [
      { title: 'Période', format: 'texte', inOrder: true },
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

/** The workbook of the screen. */
export const classeurNouveaux = defineClasseur('nouveaux', 'Nouveaux', {
  Périodes: nouveauxSimples,
  'Par année': nouveauxParAnnee,
  'Par période': nouveauxParPeriode,
  Objectifs: objectifsNouveaux,
  'Par code média': nouveauxParMedia,
  'Par profil de campagne': nouveauxParProfil,
  'Par code origine': nouveauxParOrigine,
})
