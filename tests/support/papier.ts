import type { Page } from 'playwright/test'

/** Prints a page as its style sheet wants it: how many sheets that takes. Chromium writes them as plain objects. */
export async function print(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true })
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}
