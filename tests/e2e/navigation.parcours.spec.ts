import { expect, test } from '../support/e2e'
import { NAVIGATION } from '../support/plan'

test('l’adresse du site mène au tableau de bord', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveURL(/\/dashboard/)
})

test('une adresse inconnue mène au tableau de bord', async ({ page }) => {
  await page.goto('/nimporte/quoi')
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('l’en-tête nomme l’application et dit que le service répond', async ({ page }) => {
  await page.goto('/dashboard')
  const header = page.getByRole('banner').first()
  await expect(header).toContainText('Analyse - Gestion des Dons')
  await expect(header).toContainText('Backend connecté')
})

test('la navigation a neuf entrées, et l’entrée de l’écran est marquée', async ({ page }) => {
  await page.goto('/donations/historique')
  const links = page.getByRole('navigation', { name: 'Navigation principale' }).getByRole('link')
  await expect(links).toHaveCount(NAVIGATION.length)
  for (const [at, [path, label, subtitle]] of NAVIGATION.entries()) {
    const link = links.nth(at)
    await expect(link).toHaveAttribute('href', path)
    await expect(link).toHaveText(`${label}${subtitle}`)
  }
  const current = page.getByRole('navigation', { name: 'Navigation principale' })
  await expect(current.locator('[aria-current=page]')).toContainText('Donations')
})

test('la page des tendances ne montre que son annonce', async ({ page }) => {
  await page.goto('/tendances')
  const content = page.getByRole('main')
  await expect(content.getByRole('heading', { level: 1 })).toHaveText(
    'Page Tendances - En développement',
  )
  await expect(content.locator('.page, article')).toHaveText('Page Tendances - En développement')
})

test.describe('Sur un petit écran', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('le menu s’ouvre, se ferme par son bouton, par le fond et par un choix', async ({
    page,
  }) => {
    await page.goto('/dashboard')
    const menu = page.getByRole('button', { name: 'Menu' })
    const navigation = page.getByRole('navigation', { name: 'Navigation principale' })
    await expect(navigation).toBeHidden()

    await menu.click()
    await expect(navigation).toBeVisible()
    await navigation.getByRole('button', { name: 'Fermer' }).click()
    await expect(navigation).toBeHidden()

    await menu.click()
    await page.mouse.click(350, 400)
    await expect(navigation).toBeHidden()

    await menu.click()
    await navigation.getByRole('link', { name: /Donations/ }).click()
    await expect(page).toHaveURL(/\/donations/)
    await expect(navigation).toBeHidden()
  })
})
