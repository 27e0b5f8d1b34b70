import type { Page } from 'playwright/test'
import { attendre } from '../support/attendre'
import { expect, test } from '../support/e2e'

test.use({ donnees: 'vide a remplir' })

const CONTACTS = [
  'contact_id;firstname;lastname;city;zip',
  'C1;Jeanne;Null;Nantes;01000',
  'C2;Paul;"Le ""Grand""; Martin";Lyon;69003',
  ';Sans;Identifiant;Brest;29200',
].join('\r\n')

const upload = (page: Page, name: string, text: string) =>
  page
    .getByRole('tabpanel')
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

const figure = (page: Page, label: string) =>
  page
    .getByRole('tabpanel')
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd')

test('un fichier de contacts est analysé, puis importé', async ({ page, scripts }) => {
  await page.goto('/upload')
  await expect(page.getByRole('tab', { name: 'Donateurs' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expect(page.getByText('Glissez votre fichier Contacts.csv ici')).toBeVisible()
  await expect(page.getByRole('tabpanel').getByText('ou cliquez pour sélectionner')).toBeVisible()
  await upload(page, 'Contacts.csv', CONTACTS)
  await page.getByRole('button', { name: 'Analyser le fichier' }).click()

  await expect(page.getByRole('heading', { name: 'Analyse du fichier' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Analyser le fichier' })).toHaveCount(0)
  await expect(figure(page, 'Total lignes')).toHaveText('3')
  await expect(figure(page, 'Contacts valides')).toHaveText('2')
  await expect(page.getByText('1 ligne rejetée')).toBeVisible()

  await page.getByRole('button', { name: 'Importer les donateurs' }).click()
  await expect(page).toHaveURL(/import_donateurs=/)
  await attendre(page, page.getByText('Import terminé !'), scripts)
  await expect(figure(page, 'Insérées')).toHaveText('2')
  await expect(figure(page, 'Rejetées')).toHaveText('1')
  await expect(page.getByRole('button', { name: 'Importer les donateurs' })).toHaveCount(0)
})
