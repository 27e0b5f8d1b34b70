import { expect, test } from '../support/e2e'

test('l’adresse du site mène au tableau de bord', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveURL(/\/dashboard/)
})
