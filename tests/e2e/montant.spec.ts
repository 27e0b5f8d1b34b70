import type { Montants } from '#contract/montants'
import { formatCount, formatDifference, formatPercent } from '../../remix/format'
import { expect, test } from '../support/e2e'
import { recalculer } from '../support/recalcul'
import { lireTableau } from '../support/tableau'

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

/** The arrow that goes before a difference. */
const ecart = (value: number | null) => {
  if (value === null) return 'N/A'
  return `${value > 0 ? '↑' : value < 0 ? '↓' : '→'} ${formatDifference(value)}`
}

const attendu = ({ metadata, data }: Montants) =>
  data.map((row) => [
    String(row.annee),
    ...metadata.tranches_disponibles.flatMap((tranche) => {
      const cell = row.tranches[tranche]
      return [
        formatCount(cell?.nombre),
        formatPercent(cell?.pourcentage),
        ecart(cell?.difference ?? null),
      ]
    }),
    formatCount(row.total_donateurs),
    ecart(row.difference_total),
  ])

test('les deux tableaux des montants sont ceux d’un recalcul depuis les lignes', async ({
  page,
  application,
}) => {
  const recalcul = await recalculer(application, [])
  await page.goto('/montant')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Analyses par Montant')
  const total = await lireTableau(page, 'Montant total annuel par donateur')
  expect(total.lignes).toEqual(attendu(recalcul('/api/analytics/montants/total-annuel')))
  const dernier = await lireTableau(page, 'Dernier don de l’année par donateur')
  expect(dernier.lignes).toEqual(attendu(recalcul('/api/analytics/montants/dernier-don')))
})

test('les colonnes sont les tranches, puis le total et son écart', async ({ page }) => {
  await page.goto('/montant')
  const table = page.getByRole('table', { name: 'Montant total annuel par donateur' })
  const headings = await table
    .getByRole('columnheader')
    .evaluateAll((cells) => cells.map((cell) => cell.firstChild?.textContent))
  expect(headings).toEqual(['Année', ...TRANCHES, 'Total', 'Écart total'])
  await expect(table).toContainText('Dans chaque case : nombre, %, écart')
})

test('une hausse est verte, une baisse rouge, l’égalité grise', async ({ page }) => {
  await page.goto('/montant')
  const table = page.getByRole('table', { name: 'Montant total annuel par donateur' })
  const colours = async (arrow: string) =>
    new Set(
      await table
        .locator('.change', { hasText: arrow })
        .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).color)),
    )
  expect(await colours('↑')).toEqual(new Set(['rgb(24, 117, 60)']))
  expect(await colours('↓')).toEqual(new Set(['rgb(179, 38, 30)']))
  expect(await colours('→')).toEqual(new Set(['rgb(92, 92, 102)']))
})

test('chaque répartition se voit en barres par année, avec toutes les tranches', async ({
  page,
}) => {
  await page.goto('/montant')
  for (const name of ['montant total annuel', 'montant du dernier don']) {
    const chart = page.getByRole('img', { name: `Part des tranches de ${name}, par année` })
    await expect(chart).toBeVisible()
    for (const year of ['2013', '2020', '2025']) await expect(chart).toContainText(year)
  }
  const figure = page.getByRole('figure', { name: 'Part de chaque tranche de montant total' })
  await expect(figure.locator('.legend li')).toHaveText(TRANCHES)
})
