import { cohortes } from '#contract/cohortes'
import type { Column } from '../ui/table'
import { defineTable } from './define.server'
import { donors, linked } from './links'

const members = (cohorte: number, annee: number) => donors({ ensemble: 'cohorte', cohorte, annee })

/** Data of the heat map: the share of each cohort that gave in each year; empty before its first. */
export const partsCohortes = defineTable('cohortes-parts', cohortes, ({ data }) => {
  const years = [...new Set(data.flatMap(({ annees }) => annees.map(({ annee }) => annee)))].sort(
    (a, b) => a - b,
  )
  return {
    definition: 'cohortes',
    byYear: true,
    title: 'Part de chaque cohorte qui a donné, par année',
    columns: [
      { title: 'Cohorte', format: 'annee' },
      { title: 'Donateurs', format: 'nombre' },
      ...years.map((annee): Column => ({ title: String(annee), format: 'pourcentage' })),
    ],
    rows: data.map(({ cohorte, taille, annees }) => [
      cohorte,
      linked(taille, members(cohorte, cohorte)),
      ...years.map((year) => annees.find(({ annee }) => annee === year)?.pourcentage ?? null),
    ]),
  }
})

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
