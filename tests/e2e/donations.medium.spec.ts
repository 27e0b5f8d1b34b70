import { expect, test } from '../support/e2e'

test('on tourne les pages et on déplie les détails', async ({ page }) => {
  await page.goto('/donations?annee=2020')
  const pages = page.getByRole('navigation', { name: 'Pages des donations' })
  await expect(pages.getByRole('link', { name: 'Précédent' })).toHaveCount(0)
  await expect(pages.getByRole('link', { name: /^Page / })).toHaveCount(5)
  await pages.getByRole('link', { name: 'Suivant' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(page).toHaveTitle(/^Donations 2020 – page 2 sur \d+ – Analyse - Gestion des Dons$/)
  await expect(pages.locator('[aria-current=page]')).toHaveText('2')

  await page.getByRole('link', { name: 'Voir tous les détails' }).click()
  await expect(page.getByRole('columnheader', { name: 'E-mail' })).toBeVisible()
  await expect(page).toHaveURL(/page=2/)
  const headings = await page.getByRole('columnheader').allTextContents()
  const births = await page
    .locator(`tbody tr > :nth-child(${headings.indexOf('Naissance') + 1})`)
    .allTextContents()
  expect(births.filter((birth) => birth !== 'N/A').length).toBeGreaterThan(0)
  for (const birth of births) expect(birth).toMatch(/^(\d{2}\/\d{2}\/\d{4}|N\/A)$/)
  await page.getByRole('link', { name: 'Masquer détails' }).click()
  await expect(page.getByRole('columnheader', { name: 'E-mail' })).toHaveCount(0)
})
