import { deuxiemeDon } from '#contract/deuxieme-don'
import { defineClasseur, defineTable } from '../../../tables/define.server'
import { donors, linked } from '../../../tables/links'
import { DELAIS } from '../../../tables/taux'
import type { Column } from '../../../ui/table'

/** New donors of every year, and those who gave again in time. */
export const deuxiemesDons = defineTable('deuxieme-don', deuxiemeDon, ({ data }) => ({
  definition: 'deuxieme-don',
  title: 'Deuxième don des nouveaux donateurs, par année du premier',
  columns: [
    { title: 'Premier don en', format: 'annee' },
    { title: 'Nouveaux', format: 'nombre' },
    { title: 'Délai médian (jours)', format: 'nombre' },
    ...DELAIS.flatMap(({ label: group }): Column[] => [
      { title: 'Revenus', format: 'nombre', group },
      { title: 'Pas revenus', format: 'nombre', group },
      { title: '%', format: 'pourcentage', group },
    ]),
  ],
  rows: data.map(({ cohorte, nouveaux, mois, delai_median_jours }) => [
    cohorte,
    linked(nouveaux, donors({ ensemble: 'nouveaux', annee: cohorte })),
    delai_median_jours,
    ...DELAIS.flatMap(({ key }) => {
      const { avec, sans, taux } = mois[key]
      return [
        linked(avec, donors({ ensemble: 'deuxieme_don', cohorte, mois: key })),
        linked(sans, donors({ ensemble: 'sans_deuxieme_don', cohorte, mois: key })),
        taux,
      ]
    }),
  ]),
}))

/** Data of the chart. */
export const tauxDeuxiemeDon = defineTable('taux-deuxieme-don', deuxiemeDon, ({ data }) => ({
  definition: 'deuxieme-don',
  title: 'Part des nouveaux donateurs revenus, par année du premier don',
  columns: [
    { title: 'Premier don en', format: 'annee' },
    ...DELAIS.map(({ label }) => ({ title: `En ${label}`, format: 'pourcentage' as const })),
  ],
  rows: data.map(({ cohorte, mois }) => [cohorte, ...DELAIS.map(({ key }) => mois[key].taux)]),
}))

/** The workbook of the screen. */
export const classeurDeuxiemeDon = defineClasseur('deuxieme-don', 'Deuxième don', {
  'Part des revenus': tauxDeuxiemeDon,
  'Deuxième don': deuxiemesDons,
})
