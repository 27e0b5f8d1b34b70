import { expect, test } from '../support/e2e'

test.use({ donnees: 'vide' })

const ECRANS = [
  ['/montant', 'Analyses par Montant'],
  ['/nouveaux', 'Nouveaux'],
  ['/actifs', 'Actifs'],
  ['/donateurs', 'Analyse des Donateurs'],
  ['/campagnes', 'Analyse des Campagnes'],
] as const

for (const [path, titre] of ECRANS)
  test(`${path} sans aucun don dit quoi faire`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(titre)
    await expect(page.getByText('Aucun don enregistré.')).toBeVisible()
    await page.getByRole('link', { name: 'Importer des données' }).click()
    await expect(page).toHaveURL(/\/upload$/)
  })
