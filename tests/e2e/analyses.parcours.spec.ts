import { changerAnnee } from '../support/annee'
import { attendre } from '../support/attendre'
import { expect, test } from '../support/e2e'

test.use({ donnees: 'demo a changer' })

for (const path of ['/nouveaux', '/actifs'])
  test(`${path} s’ouvre sur l’année la plus récente et change d’année`, async ({ page }) => {
    await page.goto(path)
    await changerAnnee(page, 2019)
    await expect(page.locator('.subtitle')).toContainText('de l’année 2019')
    await expect(page).toHaveTitle(/ 2019 – Analyse - Gestion des Dons$/)
  })

test('« Actualiser » recalcule les vues, puis revient aux montants', async ({ page, scripts }) => {
  await page.goto('/montant')
  await page.getByRole('button', { name: 'Actualiser' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rafraîchissement des vues matérialisées' })
  await expect(dialog).toBeVisible()
  if (scripts === 'interrompus') {
    await attendre(page, dialog.getByRole('button', { name: 'Fermer' }), scripts)
    await dialog.getByRole('button', { name: 'Fermer' }).click()
  }
  await expect(page).toHaveURL(/\/montant\??$/, { timeout: 45_000 })
  await expect(dialog).toBeHidden()
})

test('les chiffres d’un graphique se déplient et se téléchargent', async ({ page, request }) => {
  await page.goto('/nouveaux?annee=2019')
  const figure = page.getByRole('figure', { name: 'Par année' })
  await expect(figure.getByRole('table')).toBeHidden()
  await figure.getByText('Voir les chiffres').click()
  await expect(figure.getByRole('table')).toBeVisible()
  const address = await figure.getByRole('link', { name: /CSV/ }).getAttribute('href')
  const answer = await request.get(address ?? '')
  expect(answer.headers()['content-disposition']).toContain('nouveaux-anciens-par-annee.csv')
})
