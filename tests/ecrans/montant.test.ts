import { expect, test } from 'vitest'
import type { Montants } from '#contract/montants'
import type { Reperes } from '#contract/reperes'
import {
  formatCount,
  formatDifference,
  formatMoney,
  formatPercent,
} from '../../service/figures/format'
import { anneeLaPlusRecente, attendreFleches } from '../support/a-verifier-web'
import { partagee } from '../support/ecrans'
import { find, findAll, getByRole, textOf, wordsOf } from '../support/html'
import { recalculer } from '../support/recalcul'
import { lireCartes, lireGraphique, lireTableau } from '../support/tableau'

const application = partagee()
const recalcul = await recalculer(application, [])
const arrow = await attendreFleches(
  application.serviceUrl,
  await anneeLaPlusRecente(application.serviceUrl),
)
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
  return `${arrow(value, 0)}${formatDifference(value)}`
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
  const headings = findAll(table, 'thead th').map((heading) => textOf(heading).split(/\s: /)[0])
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

test('les repères disent le don médian, le montant par donateur et la concentration', () => {
  const { data } = recalcul<Reperes>('/api/analytics/montants/reperes')
  const figures = ({
    don_median,
    montant_par_donateur,
    concentration,
  }: Reperes['data'][number]) => [
    formatMoney(don_median),
    formatMoney(montant_par_donateur),
    formatPercent(concentration.un_pour_cent),
    formatPercent(concentration.dix_pour_cent),
  ]
  expect(lireTableau(document, 'Repères de montant, par année').lignes).toEqual(
    data.map((row) => [String(row.annee), ...figures(row)]),
  )
  const latest = data.at(-1)
  const cards = lireCartes(getByRole(document, 'main'))
  expect(cards).toHaveLength(4)
  for (const [at, value] of (latest ? figures(latest) : []).entries())
    expect(cards[at]).toContain(value)
})
