import { attendre } from '../support/attendre'
import { expect, test } from '../support/e2e'
import { analyse, analyseButton, CONTACTS, csv, figure, panelOf } from '../support/televerser'

test.use({ donnees: 'vide a remplir' })

test('un fichier de contacts est analysé, puis importé', async ({ page, scripts }) => {
  const panel = panelOf(page)
  await page.goto('/upload')
  await expect(page.getByRole('tab', { name: 'Donateurs' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expect(page.getByText('Glissez votre fichier Contacts.csv ici')).toBeVisible()
  await expect(panel.getByText('ou cliquez pour sélectionner')).toBeVisible()
  await analyse(panel, csv('Contacts.csv', CONTACTS))

  await expect(analyseButton(panel)).toHaveCount(0)
  await expect(figure(panel, 'Total lignes')).toHaveText('3')
  await expect(figure(panel, 'Contacts valides')).toHaveText('2')
  await expect(page.getByText('1 ligne rejetée')).toBeVisible()

  await page.getByRole('button', { name: 'Importer les donateurs' }).click()
  await expect(page).toHaveURL(/import_donateurs=/)
  await attendre(page, page.getByText('Import terminé !'), scripts)
  await expect(figure(panel, 'Insérées')).toHaveText('2')
  await expect(figure(panel, 'Rejetées')).toHaveText('1')
  await expect(page.getByRole('button', { name: 'Importer les donateurs' })).toHaveCount(0)
})
