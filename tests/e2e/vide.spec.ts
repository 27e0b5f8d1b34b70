import { audit, overflow } from '../support/accessibilite'
import { expect, test } from '../support/e2e'
import { ECRANS } from './ecrans'

test.use({ donnees: 'vide' })

const ALWAYS_FULL = ['/upload', '/tendances']

for (const { path, titre } of ECRANS) {
  test(`${path} sans données dit quoi faire et reste accessible`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(titre)
    if (!ALWAYS_FULL.includes(path))
      await expect(page.getByRole('main').getByText(/^Aucun/)).toBeVisible()
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [320, 1280]) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 800 })
        expect(await audit(page), `${colorScheme} ${width}`).toEqual([])
        expect(await overflow(page)).toBeLessThanOrEqual(0)
      }
  })
}
