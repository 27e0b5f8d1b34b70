import { expect, type Page } from 'playwright/test'

/** Sees that the screen stands on the latest year, and changes it by its form. */
export async function changerAnnee(page: Page, annee: number): Promise<void> {
  const year = page.getByRole('combobox', { name: 'Année' })
  const [latest] = await year.locator('option').allTextContents()
  await expect(year).toHaveValue(latest ?? '')
  await year.selectOption(String(annee))
  // With scripts it shows to the keyboard only.
  await page.getByRole('button', { name: 'Afficher' }).press('Enter')
  await expect(page).toHaveURL(new RegExp(`annee=${annee}`))
}
