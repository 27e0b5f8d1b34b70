import type { Page } from 'playwright/test'
import { expect, test } from '../support/e2e'

const ouvrir = async (page: Page, path: string) => {
  await page.goto(path)
  await page.waitForFunction(() => '__remixRouter' in window)
  return page.locator('header + [role="status"]')
}

test('un choix du menu se dit par le titre de la page, et l’on continue dans son contenu', async ({
  page,
}) => {
  const said = await ouvrir(page, '/dashboard?annee=2020')
  await expect(said).toBeEmpty()
  await page.getByRole('link', { name: /^Montants/ }).click()
  await expect(page).toHaveTitle(/^Montants/)
  await expect(said).toHaveText(await page.title())
  const content = page.getByRole('main')
  await expect(content).toBeFocused()
  expect(await content.evaluate((main) => getComputedStyle(main).outlineStyle)).toBe('none')
  await page.keyboard.press('Tab')
  await expect(content.locator(':focus')).toHaveCount(1)
})

test('une autre année se dit aussi, et le champ qui l’a choisie garde le focus', async ({
  page,
}) => {
  const said = await ouvrir(page, '/donations?annee=2020')
  const year = page.getByRole('combobox', { name: 'Année' })
  await year.focus()
  await year.selectOption('2018')
  await expect(said).toHaveText(/^Donations 2018/)
  await expect(year).toBeFocused()
})

test('revenir en arrière retrouve la hauteur à laquelle on lisait', async ({ page }) => {
  await ouvrir(page, '/actifs?annee=2020')
  await page.evaluate(() => window.scrollTo(0, 600))
  await page.getByRole('link', { name: /^Montants/ }).click()
  await expect(page).toHaveTitle(/^Montants/)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await page.goBack()
  await expect(page).toHaveTitle(/^Actifs/)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(600)
})
