import { expectAccessible, overflow } from '../support/accessibilite'
import { expect, test } from '../support/e2e'
import { csv, panelOf } from '../support/televerser'

test.use({ donnees: 'vide a remplir' })

/** Invented: 300 orders of two rows, and one that nobody decided on. */
const EXPORT = [
  'Référence commande;Date de la commande;Statut de la commande;Nom payeur;Prénom payeur;Email payeur;Raison sociale;Moyen de paiement;Tarif;Montant tarif;Code Promo;Montant code promo',
  ...Array.from({ length: 600 }, (_, at) => {
    const order = 7000 + Math.floor(at / 2)
    return `${order};0${1 + (order % 9)}/03/2024 10:00:00;Validé;Nom${order};Prénom;p${order}@example.org;;Carte bancaire;Don;10,50;;`
  }),
  '9999;04/03/2024 11:00:00;En litige;Petit;Jean;jean@example.org;;Carte bancaire;Don;20,00;;',
].join('\n')

test('un fichier de mon outil est lu, décidé, importé et suivi sans recharger la page', async ({
  page,
}) => {
  await page.goto('/upload')
  await page.getByRole('tab', { name: 'Donateurs' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('tab', { name: 'Un fichier de mon outil' })).toBeFocused()
  await page.keyboard.press('Enter')
  const panel = panelOf(page, 'Un fichier de mon outil')
  await expect(page).toHaveURL(/\/upload\?type=fichier$/)
  await expectAccessible(page)

  await panel.getByRole('button', { name: 'Lire le fichier' }).click()
  await expect(panel.getByRole('alert')).toContainText('Choisissez d’abord un fichier.')
  const input = panel.locator('input[type=file]')
  await input.setInputFiles({ ...csv('Reçus.ods', 'x'), mimeType: 'application/octet-stream' })
  await expect(panel.getByRole('alert')).toContainText('enregistrez-le en .xlsx ou .csv')
  await input.setInputFiles(csv('export-paiements.csv', EXPORT))
  await expect(panel.getByRole('alert')).toHaveCount(0)
  await panel.getByRole('button', { name: 'Lire le fichier' }).click()

  await expect(page.getByText('1 valeur à décider')).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('button', { name: 'Importer', exact: true })).toHaveCount(0)
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await page.getByLabel('En litige').selectOption('Ne compte pas')
  await page.getByRole('button', { name: 'Relire avec ces choix' }).first().click()
  await expect(page.getByText(/300\sdons pour 6\s300,00\s€/)).toBeVisible()
  await expectAccessible(page)

  await page.setViewportSize({ width: 360, height: 800 })
  await page.getByText('Voir ou changer les colonnes et les autres choix').click()
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await page.goBack()
  await expect(page.getByText('1 valeur à décider')).toBeVisible()
  await page.goForward()
  await page.getByRole('button', { name: 'Importer', exact: true }).click()
  await expect(page.getByText('Import terminé !')).toBeVisible()
  await expect(page).toHaveURL(/import_fichier=/)
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  await expectAccessible(page)
})

test.describe('Un en-tête refusé', () => {
  test.use({ tolere: [/422/] })

  test('mène à la page qui demande ce que sont les colonnes', async ({ page }) => {
    await page.goto('/upload?onglet=donations')
    const panel = panelOf(page)
    await panel.locator('input[type=file]').setInputFiles(csv('Donations.csv', EXPORT))
    await panel.getByRole('button', { name: 'Analyser le fichier' }).click()
    await expect(panel.getByRole('alert')).toContainText('Il manque')
    await panel.getByRole('link', { name: 'Dire ce que sont ses colonnes' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lire Donations.csv')
  })
})
