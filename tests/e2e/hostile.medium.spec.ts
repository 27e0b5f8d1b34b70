import { expect, test } from '../support/e2e'
import { LONG } from '../support/hostile'
import { contactHostile, semerHostile } from '../support/semer'

test.use({ donnees: 'hostile' })
test.beforeAll(async ({ applications }) => semerHostile((await applications('hostile')).serviceUrl))

const SCREENS = [
  '/nouveaux?annee=2024',
  '/donations?details=1&annee=2024',
  '/donations/historique',
  `/donations/exclusion?operation=exclure&contact_id=${encodeURIComponent(contactHostile(3))}`,
  `/dashboard?annee=${encodeURIComponent('<script>alert(1)</script>')}`,
  '/upload',
]

test('un texte malveillant, où qu’il soit, ne s’exécute jamais', async ({ page }) => {
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  for (const path of SCREENS) {
    await page.goto(path)
    await page.waitForFunction(() => '__remixRouter' in window)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const grown = page.locator('img[src="x"], svg[onload], [onerror], [href^="javascript:" i], b')
    await expect(grown).toHaveCount(0)
  }
  expect(dialogs).toEqual([])
})

test('un mot très long ne pousse rien hors d’un petit écran', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/nouveaux?annee=2024')
  await page
    .locator('details.fold')
    .evaluateAll((folds) => folds.forEach((fold) => fold.setAttribute('open', '')))
  const origins = page.getByRole('region', { name: 'Donateurs par code origine, 2024' })
  const code = await origins.getByRole('rowheader', { name: /^W{60}$/ }).boundingBox()
  const region = await origins.boundingBox()
  expect(code?.width, 'un code très long laisse voir les chiffres').toBeLessThan(
    (region?.width ?? 0) * 0.7,
  )
  await page.goto(`/donations/exclusion?operation=exclure&contact_id=${LONG}`)
  const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(await beyond(), 'une page ne défile jamais de côté').toBeLessThanOrEqual(0)
  await page.getByRole('main').getByRole('button', { name: 'Exclure', exact: true }).click()
  await expect(page.getByText(/^✅ /)).toContainText(LONG)
  expect(await beyond(), 'ni celle qui dit ce qui est fait').toBeLessThanOrEqual(0)
})
