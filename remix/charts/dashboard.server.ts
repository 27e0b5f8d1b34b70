import type { StatsGraphiques, StatsMensuelles } from '#contract/dashboard'
import type { Suivi } from '#contract/objectifs'
import { cumulate } from '../screens/dashboard/table.server'
import { gifts } from '../tables/links'
import { drawCumulativeLines, drawYearCurve, type YearLine } from './cumulative-lines.server'
import type { Trend, YearValue } from './trend'
import { drawYearlyBars } from './yearly-bars.server'

/** The forecast line, from the chart's first year. */
function trendOf(
  [first]: YearValue[],
  prevision: StatsGraphiques['prevision'],
  measure: 'donations' | 'montant',
): Trend | undefined {
  if (!prevision || !first) return undefined
  const to = { annee: prevision.annee, valeur: prevision[measure] }
  return { from: first, to, through: prevision.jusqua }
}

interface Moment {
  /** The incomplete year. */
  running: number | undefined
  /** Of an arrêté, whose gifts may not be those of today's lists. */
  past?: boolean
  /** The year's aim in euros. */
  aim?: Suivi | null
}

/** An aim as one more line. */
const aimed = (annee: number, { mois }: Suivi): YearLine => ({
  annee,
  nom: 'Visé',
  couleur: 'var(--text)',
  points: mois.map(({ mois: month, vise }) => ({ mois: month, valeur: vise })),
})

/** Gifts and amounts per year with their trends, and cumulated by month, the amounts beside what they aim at. */
export function drawDashboard(
  { donations_par_annee, montants_par_annee, prevision }: StatsGraphiques,
  mensuelles: StatsMensuelles,
  { running, past = false, aim = null }: Moment,
) {
  const amounts = cumulate(mensuelles, 'montant_total')
  const selected = amounts[0]?.annee
  const listOf = (annee: number) => (past ? undefined : gifts({ annee }))
  const donations = donations_par_annee.map(({ annee, nombre }) => ({
    annee,
    valeur: nombre,
    href: listOf(annee),
  }))
  const montants = montants_par_annee.map(({ annee, montant }) => ({
    annee,
    valeur: montant,
    href: listOf(annee),
  }))
  return {
    annee: drawYearCurve(amounts.slice(0, 2)).large,
    donations: drawYearlyBars(donations, {
      label: 'Nombre de donations par année',
      unit: 'dons',
      trend: trendOf(donations, prevision, 'donations'),
      running,
    }),
    montants: drawYearlyBars(montants, {
      label: 'Montant des donations par année',
      unit: 'euros',
      trend: trendOf(montants, prevision, 'montant'),
      running,
    }),
    donationsCumulees: drawCumulativeLines(cumulate(mensuelles, 'nombre_donations'), {
      label: 'Nombre de donations cumulé par mois',
      unit: 'dons',
    }),
    montantsCumules: drawCumulativeLines(
      aim && selected !== undefined ? [...amounts, aimed(selected, aim)] : amounts,
      { label: 'Montant des donations cumulé par mois', unit: 'euros' },
    ),
  }
}
