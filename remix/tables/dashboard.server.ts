import {
  type StatsGraphiques,
  statsGraphiques,
  type StatsMensuelles,
  statsMensuelles,
} from '#contract/dashboard'
import { SHORT_MONTHS } from '#figures/format'
import type { Cell } from '../ui/table'
import { defineYearTable } from './define.server'
import { gifts, linked } from './links'

/** The row of the forecast, under those of the years. */
const forecastRow = ({ prevision }: StatsGraphiques, of: 'donations' | 'montant'): Cell[][] =>
  prevision ? [[`Prévision ${prevision.annee}`, prevision[of]]] : []

export const donationsParAnnee = defineYearTable(
  'donations-par-annee',
  statsGraphiques,
  (_, stats) => ({
    definition: 'donations',
    title: 'Donations par année',
    columns: [
      { title: 'Année', format: 'annee' },
      { title: 'Donations', format: 'nombre' },
    ],
    rows: stats.donations_par_annee.map(({ annee, nombre }) => [
      annee,
      linked(nombre, gifts({ annee })),
    ]),
    totals: forecastRow(stats, 'donations'),
  }),
)

export const montantsParAnnee = defineYearTable(
  'montants-par-annee',
  statsGraphiques,
  (_, stats) => ({
    definition: 'montant-total',
    title: 'Montants par année',
    columns: [
      { title: 'Année', format: 'annee' },
      { title: 'Montant', format: 'montant' },
    ],
    rows: stats.montants_par_annee.map((row) => [row.annee, row.montant]),
    totals: forecastRow(stats, 'montant'),
  }),
)

export interface Cumulated {
  annee: number
  points: { mois: number; valeur: number }[]
}

/** Months added up, a line a year, latest year first; the latest ends at its last month with gifts. */
export function cumulate(
  stats: StatsMensuelles,
  measure: 'nombre_donations' | 'montant_total',
): Cumulated[] {
  const years = Object.keys(stats.donnees_par_annee)
    .map(Number)
    .sort((a, b) => b - a)
  return years.map((annee, position) => {
    const months = stats.donnees_par_annee[annee] ?? []
    const last = months.findLastIndex(({ nombre_donations }) => nombre_donations > 0)
    const shown = position === 0 ? months.slice(0, last + 1) : months
    let cents = 0
    const points = shown.map((month) => {
      cents += Math.round(month[measure] * 100)
      return { mois: month.mois, valeur: cents / 100 }
    })
    return { annee, points }
  })
}

function cumulatedTable(
  lines: Cumulated[],
  format: 'nombre' | 'montant',
  cellOf: (value: number, annee: number, mois: number) => Cell,
) {
  return {
    columns: [
      { title: 'Mois', format: 'texte' as const },
      ...lines.map(({ annee }) => ({ title: String(annee), format })),
    ],
    rows: SHORT_MONTHS.map((month, at) => [
      month,
      ...lines.map(({ annee, points }) => {
        const point = points[at]
        return point ? cellOf(point.valeur, annee, point.mois) : null
      }),
    ]),
  }
}

export const donationsCumulees = defineYearTable(
  'donations-cumulees',
  statsMensuelles,
  (_, stats) => ({
    definition: 'donations',
    title: 'Donations cumulées par mois',
    ...cumulatedTable(cumulate(stats, 'nombre_donations'), 'nombre', (value, annee, mois) =>
      linked(value, gifts({ annee, mois: mois === 1 ? '1' : `1-${mois}` })),
    ),
  }),
)

export const montantsCumules = defineYearTable('montants-cumules', statsMensuelles, (_, stats) => ({
  definition: 'montant-total',
  title: 'Montants cumulés par mois',
  ...cumulatedTable(cumulate(stats, 'montant_total'), 'montant', (value) => value),
}))
