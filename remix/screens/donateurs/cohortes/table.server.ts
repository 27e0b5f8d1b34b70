import { type Cohortes, cohortes } from '#contract/cohortes'
import { defineClasseur, defineTable } from '../../../tables/define.server'
import { donors, linked } from '../../../tables/links'
import type { Cell, Column } from '../../../ui/table'

/** List of a cohort's donors of a year. */
export const members = (cohorte: number, annee: number) =>
  donors({ ensemble: 'cohorte', cohorte, annee })

type Year = Cohortes['data'][number]['annees'][number]

/** So many years have a column at once. */
const YEARS_FIRST = 8

/** A row a cohort, a column a year; empty before the cohort's first. */
const defineMatrix = (
  name: string,
  title: string,
  format: Column['format'],
  cellOf: (cohorte: number, year: Year) => Cell,
) =>
  defineTable(name, cohortes, ({ data }) => {
    const years = [...new Set(data.flatMap(({ annees }) => annees.map(({ annee }) => annee)))].sort(
      (a, b) => a - b,
    )
    return {
      definition: 'cohortes',
      byYear: true,
      title,
      columns: [
        { title: 'Cohorte', format: 'annee' },
        { title: 'Donateurs', format: 'nombre' },
        ...years.map((annee, at): Column => ({
          ...{ title: String(annee), format, blank: true },
          more: at < years.length - YEARS_FIRST,
        })),
      ],
      rows: data.map(({ cohorte, taille, annees }) => [
        cohorte,
        linked(taille, members(cohorte, cohorte)),
        ...years.map((year) => {
          const found = annees.find(({ annee }) => annee === year)
          return found ? cellOf(cohorte, found) : null
        }),
      ]),
    }
  })

/** Data of the heat map: the share of each cohort that gave in each year. */
export const partsCohortes = defineMatrix(
  'cohortes-parts',
  'Part de chaque cohorte qui a donné, par année',
  'pourcentage',
  (_cohorte, { pourcentage }) => pourcentage,
)

/** How many of each cohort gave in each year. */
export const donateursCohortes = defineMatrix(
  'cohortes-donateurs',
  'Donateurs de chaque cohorte, par année',
  'nombre',
  (cohorte, { annee, donateurs }) => linked(donateurs, members(cohorte, annee)),
)

/** What each cohort gave in each year. */
export const montantsCohortes = defineMatrix(
  'cohortes-montants',
  'Montant de chaque cohorte, par année',
  'montant',
  (_cohorte, { montant }) => montant,
)

/** Every cohort year by year, with amounts. */
export const anneesCohortes = defineTable('cohortes', cohortes, ({ data }) => ({
  definition: 'cohortes',
  byYear: true,
  title: 'Cohortes, année par année',
  columns: [
    { title: 'Cohorte', format: 'annee' },
    { title: 'Année', format: 'annee' },
    { title: 'Donateurs', format: 'nombre' },
    { title: '% de la cohorte', format: 'pourcentage' },
    { title: 'Montant', format: 'montant' },
    { title: 'Valeur cumulée par donateur', format: 'montant' },
  ],
  rows: data.flatMap(({ cohorte, annees }) =>
    annees.map((row) => [
      cohorte,
      row.annee,
      linked(row.donateurs, members(cohorte, row.annee)),
      row.pourcentage,
      row.montant,
      row.valeur_cumulee,
    ]),
  ),
}))

/** The workbook of the screen. */
export const classeurCohortes = defineClasseur('cohortes', 'Cohortes de donateurs', {
  'Part des cohortes': partsCohortes,
  'Donateurs des cohortes': donateursCohortes,
  'Montants des cohortes': montantsCohortes,
})
