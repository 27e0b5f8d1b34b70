import { expect, type Page } from 'playwright/test'

/** The rows of a donor in the list. */
export const rowOf = (page: Page, contact: string) =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name: `donateur ${contact}` }) })

/** Presses 'Exclure' or 'Réintégrer' beside a donor, and confirms. */
export async function decide(page: Page, contact: string, operation: string, hasDialogs: boolean) {
  const button = rowOf(page, contact).first().getByRole('button', { name: operation })
  if (hasDialogs) {
    page.once('dialog', (dialog) => dialog.accept())
    await button.click()
    return
  }
  await button.click()
  await expect(page.getByText(/Êtes-vous sûr de vouloir/)).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: operation, exact: true }).click()
}
