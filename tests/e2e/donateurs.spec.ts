import type {
  NonFidelesCampagnes,
  SegmentationAnnuelle,
  SegmentationGlobale,
} from '#contract/donateurs'
import type { Part } from '#contract/values'
import { formatCount, formatPercent } from '../../remix/format'
import { expect, test } from '../support/e2e'
import { recalculer } from '../support/recalcul'
import { lireTableau } from '../support/tableau'

const SEGMENTS = ['beginners', 'fideles', 'super_fideles'] as const
const ANNUELLE = '/api/donateurs/segmentation-annuelle'

const cellules = ({ nombre, pourcentage }: Part) => [
  formatCount(nombre),
  formatPercent(pourcentage),
]

test('la segmentation annuelle a trois segments et le total de chaque année', async ({
  page,
  application,
}) => {
  const { data } = (await recalculer(application, []))<SegmentationAnnuelle>(ANNUELLE)
  await page.goto('/donateurs')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Analyse des Donateurs')
  const titre = 'Segmentation annuelle par fréquence de don'
  expect((await lireTableau(page, titre)).lignes).toEqual(
    data.map((row) => [
      String(row.annee),
      ...SEGMENTS.flatMap((segment) => cellules(row[segment])),
      formatCount(row.total_donateurs),
    ]),
  )
  const groups = page.getByRole('table', { name: titre }).locator('th[scope=colgroup]')
  await expect(groups).toHaveText([
    'Beginners (1 donation)',
    'Fidèles (2 à 5 donations)',
    'Super Fidèles (6 donations et plus)',
  ])
})

test('les moyennes disent ce que pèse chaque segment dans une année', async ({
  page,
  application,
}) => {
  const { data } = (await recalculer(application, []))<SegmentationAnnuelle>(ANNUELLE)
  const everyone = data.reduce((total, row) => total + row.total_donateurs, 0)
  await page.goto('/donateurs')
  const cards = page.getByRole('main').locator('dl.kpis > div')
  for (const [at, name] of ['Beginners', 'Fidèles', 'Super Fidèles'].entries()) {
    const segment = SEGMENTS[at] ?? 'beginners'
    const count = data.reduce((total, row) => total + row[segment].nombre, 0)
    const share = formatPercent(Math.round((count * 1000) / everyone) / 10)
    const yearly = formatCount(Math.round(count / data.length))
    await expect(cards.nth(at)).toHaveText(
      `${name} en moyenne${share}des donateurs de l’année, ${yearly} par an`,
    )
  }
})

test('toute la carrière : non fidèles, fidèles et super fidèles', async ({ page, application }) => {
  const recalcul = await recalculer(application, [])
  const { donnees } = recalcul<SegmentationGlobale>('/api/donateurs/segmentation-globale')
  await page.goto('/donateurs')
  const table = await lireTableau(page, 'Segmentation sur toute la carrière')
  expect(table.lignes).toEqual([
    ['Non Fidèles (1 donation)', ...cellules(donnees.non_fideles)],
    ['Fidèles (2 à 5 donations)', ...cellules(donnees.fideles)],
    ['Super Fidèles (6 donations et plus)', ...cellules(donnees.super_fideles)],
  ])
  expect(table.totaux).toEqual([
    ['Total donateurs', formatCount(donnees.total_donateurs), formatPercent(100)],
  ])
})

test('les non fidèles se partagent entre VFL et l’autre campagne', async ({
  page,
  application,
}) => {
  const recalcul = await recalculer(application, [])
  const { donnees } = recalcul<NonFidelesCampagnes>('/api/donateurs/non-fideles-campagnes')
  const none = { nombre: 0, pourcentage: 0 }
  await page.goto('/donateurs')
  expect((await lireTableau(page, 'Donateurs non fidèles par campagne')).lignes).toEqual([
    ['VFL', ...cellules(donnees['vfl'] ?? none)],
    ['PRODUIT', ...cellules(donnees['produit'] ?? none)],
  ])
})

test('la part des segments se voit année par année', async ({ page }) => {
  await page.goto('/donateurs')
  const chart = page.getByRole('img', { name: 'Part des segments de donateurs, par année' })
  await expect(chart).toBeVisible()
  await expect(chart).toContainText('2020 – Super Fidèles (6 donations et plus)')
})
