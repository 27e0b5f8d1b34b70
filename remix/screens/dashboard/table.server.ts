import type { z } from 'zod'
import { arreteDashboard } from '#contract/arretes'
import {
  type StatsGraphiques,
  statsGraphiques,
  type StatsMensuelles,
  statsMensuelles,
} from '#contract/dashboard'
import { objectifs, type Suivi } from '#contract/objectifs'
import { NumeroPublication } from '#contract/publications'
import { SHORT_MONTHS } from '#figures/format'
import { centsOf } from '#figures/ratios'
import { call } from '../../service/service.server'
import { defineClasseur, defineTableOf, readAnnee } from '../../tables/define.server'
import { gifts, linked } from '../../tables/links'
import { type Cell, type Table, valueOf } from '../../ui/table'
import { yearAim } from './objectifs/aims'

/** The publication requested by a URL; undefined for current figures. */
export function arreteOf(query: URLSearchParams): number | undefined {
  const asked = NumeroPublication.safeParse(query.get('arrete'))
  return asked.success ? asked.data : undefined
}

type ArreteDashboard = z.output<typeof arreteDashboard.answer>

interface Answers {
  graphiques: StatsGraphiques
  mensuelles: StatsMensuelles
  /** Amounts by month, and what the year aims at; of an arrêté nothing. */
  visees: { mensuelles: StatsMensuelles; aim: Suivi | null }
}

/** Readers of the dashboard's parts: the current ones, and those of an arrêté. */
const READERS: {
  [Part in keyof Answers]: {
    now: (annee: number, request: Request) => Promise<Answers[Part]>
    then: (published: ArreteDashboard) => Answers[Part]
  }
} = {
  graphiques: {
    now: (annee, request) => call(statsGraphiques, { params: { annee } }, request),
    then: ({ graphiques }) => graphiques,
  },
  mensuelles: {
    now: (annee, request) => call(statsMensuelles, { params: { annee } }, request),
    then: ({ mensuelles }) => mensuelles,
  },
  visees: {
    now: async (annee, request) => {
      const [mensuelles, aims] = await Promise.all([
        call(statsMensuelles, { params: { annee } }, request),
        call(objectifs, { params: { annee } }, request),
      ])
      return { mensuelles, aim: yearAim(aims, 'montant') }
    },
    then: ({ mensuelles }) => ({ mensuelles, aim: null }),
  },
}

type Read<Part extends keyof Answers> = [
  annee: number,
  answer: Answers[Part],
  publication?: number | undefined,
]

/** Defines a dashboard table, current or as published: then without links to current gifts. */
const dashboardTable = <Part extends keyof Answers>(
  name: string,
  part: Part,
  content: (answer: Answers[Part]) => Omit<Table, 'name' | 'query'>,
) =>
  defineTableOf(
    name,
    async (request, query): Promise<Read<Part>> => {
      const annee = readAnnee(query)
      const publication = arreteOf(query)
      if (publication === undefined) return [annee, await READERS[part].now(annee, request)]
      const then = await call(arreteDashboard, { params: { publication, annee } }, request)
      return [annee, READERS[part].then(then), publication]
    },
    (...[annee, answer, publication]: Read<Part>) => {
      const table = content(answer)
      if (publication === undefined) return { ...table, query: { annee } }
      const rows = table.rows.map((cells) => cells.map(valueOf))
      return { ...table, rows, query: { annee, arrete: publication } }
    },
  )

/** The forecast's row, below the years. */
const forecastRow = ({ prevision }: StatsGraphiques, of: 'donations' | 'montant'): Cell[][] =>
  prevision ? [[`Prévision ${prevision.annee}`, prevision[of]]] : []

export const donationsParAnnee = dashboardTable('donations-par-annee', 'graphiques', (stats) => ({
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
}))

export const montantsParAnnee = dashboardTable('montants-par-annee', 'graphiques', (stats) => ({
  definition: 'montant-total',
  title: 'Montants par année',
  columns: [
    { title: 'Année', format: 'annee' },
    { title: 'Montant', format: 'montant' },
  ],
  rows: stats.montants_par_annee.map((row) => [row.annee, row.montant]),
  totals: forecastRow(stats, 'montant'),
}))

export interface Cumulated {
  annee: number
  points: { mois: number; valeur: number }[]
}

/** Cumulates months, one line per year, latest first; the latest ends at its last month with gifts. */
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
      cents += centsOf(month[measure])
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
      { title: 'Mois', format: 'texte' as const, inOrder: true },
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

export const donationsCumulees = dashboardTable('donations-cumulees', 'mensuelles', (stats) => ({
  definition: 'donations',
  title: 'Donations cumulées par mois',
  ...cumulatedTable(cumulate(stats, 'nombre_donations'), 'nombre', (value, annee, mois) =>
    linked(value, gifts({ annee, mois: mois === 1 ? '1' : `1-${mois}` })),
  ),
}))

export const montantsCumules = dashboardTable(
  'montants-cumules',
  'visees',
  ({ mensuelles, aim }) => {
    const { columns, rows } = cumulatedTable(
      cumulate(mensuelles, 'montant_total'),
      'montant',
      (value) => value,
    )
    return {
      definition: 'montant-total',
      title: 'Montants cumulés par mois',
      columns: aim ? [...columns, { title: 'Visé', format: 'montant' }] : columns,
      rows: aim ? rows.map((cells, at) => [...cells, aim.mois[at]?.vise ?? null]) : rows,
    }
  },
)

/** The workbook of the screen. */
export const classeurDashboard = defineClasseur('dashboard', 'Dashboard', {
  'Donations par année': donationsParAnnee,
  'Montants par année': montantsParAnnee,
  'Donations cumulées': donationsCumulees,
  'Montants cumulés': montantsCumules,
})
