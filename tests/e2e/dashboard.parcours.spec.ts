import { changerAnnee } from '../support/annee'
import { attendre } from '../support/attendre'
import { expect, test } from '../support/e2e'

test.use({ donnees: 'demo a changer' })

test('le tableau de bord s’ouvre sur l’année la plus récente et change d’année', async ({
  page,
}) => {
  await page.goto('/dashboard')
  await changerAnnee(page, 2019)
  await expect(page.getByText('Vue d’ensemble de l’année 2019')).toBeVisible()
  await expect(page).toHaveTitle('Dashboard 2019 – Analyse - Gestion des Dons')
})

test('« Actualiser » montre la progression des vues, puis revient au tableau de bord', async ({
  page,
  scripts,
}) => {
  await page.goto('/dashboard?annee=2020')
  await page.getByRole('button', { name: 'Actualiser' }).click()
  await expect(page).toHaveURL(/annee=2020&rafraichissement=/)
  const dialog = page.getByRole('dialog', { name: 'Rafraîchissement des vues matérialisées' })
  await expect(dialog).toBeVisible()
  await expect(dialog).toContainText(/Vue \d+ sur \d+/)
  await expect(dialog).toContainText('Temps total estimé')
  if (scripts === 'interrompus') {
    await attendre(page, dialog.getByRole('button', { name: 'Fermer' }), scripts)
    await dialog.getByRole('button', { name: 'Fermer' }).click()
  }
  await expect(page).toHaveURL(/\/dashboard\?annee=2020$/, { timeout: 45_000 })
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/^Données au \d/)).toBeVisible()
})
