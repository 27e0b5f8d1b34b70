import type { Page } from 'playwright/test'
import { expect, test } from '../support/e2e'
import { ECRANS } from '../support/plan'

/** Charts whose form follows the data: years closed, running and first, a card with many years, a report, a cause. */
const CHARTS = [
  ...ECRANS.map((ecran): string => ecran.path),
  '/dashboard?annee=2025',
  '/dashboard?annee=2013',
  '/dashboard/rapport?annee=2025&malgre=1',
  '/dashboard/pourquoi?chiffre=montant-total&annee=2026',
  '/donateurs/fiche?contact=C000063',
]

/** How many labels the charts of a page have, and which of them lie on one another. */
const readLabels = (page: Page) =>
  page.evaluate(() => {
    const charts = [...document.querySelectorAll('main .chart svg')].filter((svg) =>
      svg.checkVisibility(),
    )
    const labels = charts.map((svg) =>
      [...svg.querySelectorAll('text:not(.tip)')]
        .filter((text) => text.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        .map((text) => ({ says: text.textContent, box: text.getBoundingClientRect() }))
        .filter(({ says, box }) => says.trim() !== '' && box.width > 0),
    )
    return {
      count: labels.flat().length,
      covered: labels.flatMap((all) =>
        all.flatMap((one, at) =>
          all.slice(at + 1).flatMap((other) => {
            const width =
              Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
            const height =
              Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
            // A box has room above and below its letters.
            return width > 1 && height > 3 ? [`${one.says} / ${other.says}`] : []
          }),
        ),
      ),
    }
  })

for (const width of [1280, 360])
  test(`à ${width} aucune étiquette d’un graphique n’en couvre une autre`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    let count = 0
    for (const path of CHARTS) {
      await page.goto(path)
      await page
        .locator('details')
        .evaluateAll((all) => all.forEach((details) => details.setAttribute('open', '')))
      const found = await readLabels(page)
      expect.soft(found.covered, path).toEqual([])
      count += found.count
    }
    expect(count).toBeGreaterThan(500)

    // What lies on another is found.
    await page.goto('/dashboard?annee=2025')
    await page
      .locator('main .chart svg text:not(.tip)')
      .evaluateAll((all) => all.forEach((text) => text.setAttribute('y', '40')))
    expect((await readLabels(page)).covered.length).toBeGreaterThan(0)
  })
