import { expect, test } from '../support/e2e'

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
