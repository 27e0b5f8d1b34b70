import type { Locator, Page } from 'playwright/test'
import { expect } from './e2e'

/** Three contacts, of which the last one is rejected. */
export const CONTACTS = [
  'contact_id;firstname;lastname;city;zip',
  'C1;Jeanne;Null;Nantes;01000',
  'C2;Paul;"Le ""Grand""; Martin";Lyon;69003',
  ';Sans;Identifiant;Brest;29200',
].join('\r\n')

/** A CSV file as the browser takes it from a disk. */
export const csv = (name: string, text: string) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
})

/** The tab of the upload screen that is shown. */
export const panelOf = (page: Page, name?: string): Locator =>
  page.getByRole('tabpanel', name === undefined ? {} : { name })

/** Chooses a file in a tab. */
export const choose = (panel: Locator, file: ReturnType<typeof csv>): Promise<void> =>
  panel.locator('input[type=file]').setInputFiles(file)

export const analyseButton = (panel: Locator): Locator =>
  panel.getByRole('button', { name: 'Analyser le fichier' })

export const previewOf = (panel: Locator): Locator =>
  panel.getByRole('region', { name: 'Analyse du fichier' })

/** Chooses a file in a tab and waits for its preview. */
export async function analyse(panel: Locator, file: ReturnType<typeof csv>): Promise<void> {
  await choose(panel, file)
  await analyseButton(panel).click()
  await expect(panel.getByRole('heading', { name: 'Analyse du fichier' })).toBeVisible()
}

/** A figure of a preview or a result, by its label. */
export const figure = (panel: Locator, label: string): Locator =>
  panel
    .locator('dl > div')
    .filter({ has: panel.page().getByText(label, { exact: true }) })
    .locator('dd')
