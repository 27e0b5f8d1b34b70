import { expect, type Locator, type Page } from 'playwright/test'

/**
 * Waits for what a page shows when something has finished. Where scripts were cut off nothing polls and
 * nothing reloads, so the person does.
 */
export async function attendre(page: Page, shown: Locator, scripts: string): Promise<void> {
  if (scripts !== 'interrompus') return expect(shown).toBeVisible()
  await expect(async () => {
    if (!(await shown.isVisible())) await page.reload()
    await expect(shown).toBeVisible({ timeout: 1_000 })
  }).toPass()
}
