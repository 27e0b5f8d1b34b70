import { expect, test } from 'vitest'
import type { Montants } from '#contract/montants'
import { formatCount, formatDifference, formatPercent } from '../../service/figures/format'
import { partagee } from '../support/ecrans'
import { find, findAll, getByRole, textOf, wordsOf } from '../support/html'
import { recalculer } from '../support/recalcul'
import { lireGraphique, lireTableau } from '../support/tableau'

const application = partagee()
const recalcul = await recalculer(application, [])
const { document } = await application.ouvrir('/montant')

const TRANCHES = [
  'De 0 à 20',
  'De 20 à 50',
  'De 50 à 100',
  'De 100 à 200',
  'De 200 à 500',
  'De 500 à 1000',
  'De 1000 à 2000',
  'De 2000 à 5000',
  '5000 et +',
]

/** The arrow that goes before a difference; in the running year it goes with the one at a date, beside. */
const ecart = (value: number | null, isRunning: boolean) => {
  if (value === null) return 'N/A'
  if (isRunning) return formatDifference(value)
  return `${value > 0 ? '↑' : value < 0 ? '↓' : '→'} ${formatDifference(value)}`
}

const attendu = ({ metadata, data, a_date }: Montants) =>
  data.map((row) => [
    String(row.annee),
    ...metadata.tranches_disponibles.flatMap((tranche) => {
      const cell = row.tranches[tranche]
      return [
        formatCount(cell?.nombre),
        formatPercent(cell?.pourcentage),
        ecart(cell?.difference ?? null, row.annee === a_date?.annee),
      ]
    }),
    formatCount(row.total_donateurs),
    ecart(row.difference_total, row.annee === a_date?.annee),
  ])

test('les deux tableaux des montants sont ceux d’un recalcul depuis les lignes', () => {
  expect(textOf(getByRole(document, 'heading', 'Analyses par'))).toBe('Analyses par Montant')
  const total = lireTableau(document, 'Montant total annuel par donateur')
  expect(total.lignes).toEqual(attendu(recalcul('/api/analytics/montants/total-annuel')))
  const dernier = lireTableau(document, 'Dernier don de l’année par donateur')
  expect(dernier.lignes).toEqual(attendu(recalcul('/api/analytics/montants/dernier-don')))
})

test('les colonnes sont les tranches, puis le total et son écart', () => {
  const table = getByRole(document, 'table', 'Montant total annuel par donateur')
  const headings = findAll(table, 'thead th').map((heading) => textOf(heading).split(' : ')[0])
  expect(headings).toEqual(['Année', ...TRANCHES, 'Total', 'Écart total'])
  expect(wordsOf(table)).toContain('Dans chaque case : nombre, %, écart')
})

test('chaque répartition se voit en barres par année, avec toutes les tranches', () => {
  for (const name of ['montant total annuel', 'montant du dernier don']) {
    const chart = lireGraphique(document, `Part des tranches de ${name}, par année`)
    for (const year of ['2013', '2020', '2025']) expect(textOf(chart)).toContain(year)
  }
  const figure = getByRole(document, 'figure', 'Part de chaque tranche de montant total')
  expect(findAll(find(figure, '.legend'), 'li').map(textOf).slice(0, -1)).toEqual(TRANCHES)
})
