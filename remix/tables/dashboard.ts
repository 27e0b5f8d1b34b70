import type { StatsGraphiques, StatsMensuelles } from '#contract/dashboard'
import { SHORT_MONTHS } from '#figures/format'
import type { Table } from '../ui/table'

export function donationsParAnnee(annee: number, stats: StatsGraphiques): Table {
  return {
    name: 'donations-par-annee',
    title: 'Donations par année',
    columns: [
      { title: 'Année', format: 'annee' },
      { title: 'Donations', format: 'nombre' },
    ],
    rows: stats.donations_par_annee.map((row) => [row.annee, row.nombre]),
    query: { annee },
  }
}

export function montantsParAnnee(annee: number, stats: StatsGraphiques): Table {
  return {
    name: 'montants-par-annee',
    title: 'Montants par année',
    columns: [
      { title: 'Année', format: 'annee' },
      { title: 'Montant', format: 'montant' },
    ],
    rows: stats.montants_par_annee.map((row) => [row.annee, row.montant]),
    query: { annee },
  }
}

export interface Cumulated {
  annee: number
  points: { mois: number; valeur: number }[]
}

/** Months added up, a line a year, latest year first; the latest ends at its last month with gifts. */
export function cumulate(
  stats: StatsMensuelles,
  measure: 'nombre_donations' | 'montant_total',
): Cumulated[] {
  const years = Object.keys(stats.donnees_par_annee).map(Number).sort().reverse()
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

function cumulatedTable(lines: Cumulated[], format: 'nombre' | 'montant') {
  return {
    columns: [
      { title: 'Mois', format: 'texte' as const },
      ...lines.map(({ annee }) => ({ title: String(annee), format })),
    ],
    rows: SHORT_MONTHS.map((month, at) => [
      month,
      ...lines.map(({ points }) => points[at]?.valeur ?? null),
    ]),
  }
}

export const donationsCumulees = (annee: number, stats: StatsMensuelles): Table => ({
  name: 'donations-cumulees',
  title: 'Donations cumulées par mois',
  ...cumulatedTable(cumulate(stats, 'nombre_donations'), 'nombre'),
  query: { annee },
})

export const montantsCumules = (annee: number, stats: StatsMensuelles): Table => ({
  name: 'montants-cumules',
  title: 'Montants cumulés par mois',
  ...cumulatedTable(cumulate(stats, 'montant_total'), 'montant'),
  query: { annee },
})
