import type { Page } from 'playwright/test'
import { attendre } from '../support/attendre'
import { expect, test } from '../support/e2e'
import { TAILLE_MAX } from '../support/e2e-application'

test.use({ donnees: 'vide a remplir' })
test.describe.configure({ mode: 'serial' })

const CONTACTS = [
  'contact_id;firstname;lastname;city;zip',
  'C1;Jeanne;Null;Nantes;01000',
  'C2;Paul;"Le ""Grand""; Martin";Lyon;69003',
  ';Sans;Identifiant;Brest;29200',
].join('\r\n')

const DONATIONS = [
  'id;order_amount;order_date;contact_id;codemedia_code;campaign_code',
  'D1;1 234,50 €;31/01/2024;C1;POSTAL;NOEL',
  'D2;20;2024-02-01;C2;WEB;VFL-1',
  'D3;0;2024-02-02;C2;WEB;VFL-1',
  'D4;1,234;2024-02-03;C2;WEB;VFL-1',
].join('\n')

const upload = (page: Page, name: string, text: string) =>
  page
    .getByRole('tabpanel')
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

/** Shows a tab; its address may be there before its panel is. */
async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name }).click()
  await expect(page.getByRole('tabpanel', { name })).toBeVisible()
}

const figure = (page: Page, label: string) =>
  page
    .getByRole('tabpanel')
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd')

test('un tableau de bord vide dit quoi faire', async ({ page }) => {
  await page.goto('/dashboard')
  await expect(page.getByText('Aucun don enregistré.')).toBeVisible()
  await page.getByRole('link', { name: 'Importer des données' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Import des Données')
})

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

test('un fichier de donations est importé et le tableau de bord le montre', async ({
  page,
  scripts,
}) => {
  await page.goto('/upload')
  await openTab(page, 'Donations')
  await expect(page.getByText('Glissez votre fichier Donations.csv ici')).toBeVisible()
  await upload(page, 'Donations.csv', DONATIONS)
  await page.getByRole('button', { name: 'Analyser le fichier' }).click()
  await expect(figure(page, 'Total lignes')).toHaveText('4')
  await expect(figure(page, 'Donations valides')).toHaveText('2')
  await expect(figure(page, 'Donations à montant nul')).toHaveText('1')
  await expect(figure(page, 'Montant total')).toHaveText('1\u202F254,50\u00A0€')

  await page.getByRole('button', { name: 'Importer les donations' }).click()
  await attendre(page, page.getByText('Import terminé !'), scripts)

  await expect(async () => {
    await page.goto('/dashboard')
    await expect(page.locator('dl').first()).toContainText('1\u202F254,50\u00A0€', {
      timeout: 1_000,
    })
  }).toPass({ timeout: 30_000 })
})

test('les lignes rejetées se téléchargent avec leur motif', async ({ page, request }) => {
  await page.goto('/upload?onglet=donations')
  await upload(page, 'Donations.csv', DONATIONS)
  await page.getByRole('button', { name: 'Analyser le fichier' }).click()
  const link = page.getByRole('link', { name: 'Télécharger les lignes rejetées (CSV)' })
  const answer = await request.get((await link.getAttribute('href')) ?? '')
  expect(answer.headers()['content-type']).toContain('text/csv')
  expect(await answer.text()).toContain('1,234')
})

test('le même fichier importé à nouveau ne change rien et le dit', async ({ page, scripts }) => {
  await page.goto('/upload')
  await upload(page, 'Contacts.csv', CONTACTS)
  await page.getByRole('button', { name: 'Analyser le fichier' }).click()
  await expect(page.getByText(/Ce fichier a déjà été importé le/)).toBeVisible()
  await page.getByRole('button', { name: 'Importer les donateurs' }).click()
  await attendre(page, page.getByText('Import terminé !'), scripts)
  await expect(figure(page, 'Inchangées')).toHaveText('2')
  await expect(figure(page, 'Insérées')).toHaveText('0')
})

test('« Réinitialiser » oublie le fichier de son onglet et garde celui de l’autre', async ({
  page,
}) => {
  await page.goto('/upload')
  await upload(page, 'Contacts.csv', CONTACTS)
  await page.getByRole('button', { name: 'Analyser le fichier' }).click()
  await expect(page.getByRole('heading', { name: 'Analyse du fichier' })).toBeVisible()
  await openTab(page, 'Donations')
  await upload(page, 'Donations.csv', DONATIONS)
  await page.getByRole('button', { name: 'Analyser le fichier' }).click()
  await expect(page.getByRole('heading', { name: 'Analyse du fichier' })).toBeVisible()
  await expect(page).toHaveURL(/fichier_donateurs=.*fichier_donations=/)
  await page.getByRole('button', { name: 'Réinitialiser' }).click()
  await expect(page).not.toHaveURL(/fichier_donations=/)
  await expect(page).toHaveURL(/fichier_donateurs=/)
  await openTab(page, 'Donateurs')
  await expect(figure(page, 'Contacts valides')).toHaveText('2')
})

test('l’aperçu nomme son fichier, et sans scripts on n’en choisit pas un autre par-dessus', async ({
  page,
  scripts,
  javaScriptEnabled,
}) => {
  const hasScripts = javaScriptEnabled && scripts === 'entiers'
  await page.goto('/upload')
  await upload(page, 'Fichier un.csv', CONTACTS)
  await page.getByRole('button', { name: 'Analyser le fichier' }).click()
  const preview = page.getByRole('region', { name: 'Analyse du fichier' })
  await expect(preview).toContainText('Fichier un.csv')
  await expect(page).toHaveURL(/fichier_donateurs=[0-9a-f-]{36}/)
  const panel = page.getByRole('tabpanel')
  await expect(panel.locator('input[type=file]')).toHaveCount(hasScripts ? 1 : 0)
  await page.reload()
  await expect(preview).toContainText('Fichier un.csv')
  await panel.getByRole('button', { name: 'Réinitialiser' }).click()
  await expect(preview).toHaveCount(0)
  await expect(panel.locator('input[type=file]')).toHaveCount(1)
})

test('analyser sans fichier dit de choisir un fichier', async ({ page }) => {
  await page.goto('/upload')
  await page.getByRole('button', { name: 'Analyser le fichier' }).click()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Erreur')
  await expect(alert).toContainText('Veuillez sélectionner un fichier de contacts')
})

test.describe('Un envoi refusé', () => {
  // The browser itself notes the refusal; the third mode has its own failed requests.
  test.use({ tolere: [/413|422|net::ERR_FAILED/] })

  test('un fichier sans les colonnes attendues est refusé avec une phrase', async ({ page }) => {
    await page.goto('/upload')
    await upload(page, 'Contacts.csv', 'couleur;taille\nbleu;3\n')
    await page.getByRole('button', { name: 'Analyser le fichier' }).click()
    await expect(page.getByRole('alert')).toContainText(
      "Erreur lors de l'analyse du fichier contacts",
    )
  })

  test('un fichier trop grand est refusé avec une phrase, avant l’envoi où un script le peut', async ({
    page,
    javaScriptEnabled,
    scripts,
  }) => {
    const hasScripts = javaScriptEnabled && scripts === 'entiers'
    await page.goto('/upload')
    if (hasScripts) await expect(page.locator('.dropzone-live')).toHaveCount(2)
    await upload(page, 'Contacts.csv', 'contact_id\n'.padEnd(TAILLE_MAX + 1, 'a'))
    if (!hasScripts) await page.getByRole('button', { name: 'Analyser le fichier' }).click()
    await expect(page.getByRole('alert')).toContainText(
      hasScripts
        ? `File is larger than ${TAILLE_MAX} bytes`
        : /dépasse la taille maximale de 4\sMio/,
    )
  })
})
