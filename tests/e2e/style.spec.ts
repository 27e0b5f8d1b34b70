import { expect, test } from '../support/e2e'

test('une hausse est verte, une baisse rouge, l’égalité grise', async ({ page }) => {
  // No donor to review weighs on that year.
  await page.goto('/campagnes/ventilation?axe=campagne&annee=2018')
  const table = page.getByRole('table', { name: 'Dons de 2018 par code campagne' })
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

test('sur un petit écran un tableau défile dans son cadre, le nom de la ligne en vue', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 })
  for (const path of ['/montant', '/nouveaux', '/actifs', '/donateurs', '/campagnes']) {
    await page.goto(path)
    const wide = page.getByRole('main').locator('.table-scroll').filter({ visible: true }).first()
    const name = wide.locator('tbody th').first()
    const before = await name.boundingBox()
    await wide.evaluate((region) => region.scrollTo({ left: region.scrollWidth }))
    expect(await wide.evaluate((region) => region.scrollLeft), path).toBeGreaterThan(0)
    expect((await name.boundingBox())?.x, path).toBeCloseTo(before?.x ?? NaN, 0)
  }
})
