import { expect, test } from '../support/e2e'
import { AUCUN, startWebEnPanne } from '../support/panne'

let web: Awaited<ReturnType<typeof startWebEnPanne>>

test.use({ tolere: [/503/] })
test.beforeAll(async ({ applications }) => {
  web = await startWebEnPanne((await applications('demo')).serviceUrl)
})
test.afterAll(() => web.stop())

test('un lien vers un écran en panne montre son erreur, et les autres restent ouverts', async ({
  page,
}) => {
  web.strike(/montants\//)
  await page.goto(`${web.url}/tendances`)
  await page.waitForFunction(() => '__remixRouter' in window)
  await page.getByRole('link', { name: /^Montants/ }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'Erreur: ' })
  await expect(alert).toContainText('La base de données ne répond pas.')
  await page.getByRole('link', { name: /^Upload/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Import des Données')

  web.strike(AUCUN)
  await page.getByRole('link', { name: /^Montants/ }).click()
  await expect(page.getByRole('table', { name: /^Montant total annuel/ })).toBeVisible()

  web.strike(/stats-complet/)
  await page.getByRole('link', { name: /^Actifs/ }).click()
  await expect(alert).toContainText('Erreur lors du chargement des statistiques')
  web.strike(AUCUN)
  await alert.getByRole('link', { name: 'Réessayer' }).click()
  await expect(page.getByText(/^Activité des donateurs de l’année/)).toBeVisible()
})
