import { readFile } from 'node:fs/promises'
import { changerAnnee } from '../support/annee'
import { attendre } from '../support/attendre'
import { lireClasseur } from '../support/classeur'
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
  await expect(page).toHaveURL(/\/dashboard\?annee=2020$/)
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/^Dernier don\s: \d/)).toBeVisible()
})

test('« Classeur (.xlsx) » donne les tableaux de l’année choisie', async ({ page }) => {
  await page.goto('/dashboard?annee=2020')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Classeur (.xlsx)' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('classeur-dashboard-2020.xlsx')
  const [feuille] = lireClasseur(await readFile(await file.path()))
  const annees = [...(feuille?.cases.values() ?? [])].map(({ valeur }) => valeur)
  expect(annees).toContain(2020)
  expect(annees).not.toContain(2021)
  await expect(page).toHaveURL(/\/dashboard\?annee=2020$/)
})
