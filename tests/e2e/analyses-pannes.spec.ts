import { expect, test } from '../support/e2e'
import { startWebEnPanne } from '../support/panne'

/** Screen, call that fails, message, and whether 'Réessayer' is offered. */
const PANNES = [
  ['/montant', /dernier-don/, 'Erreur lors du chargement des données', true],
  ['/nouveaux', /nouveaux-anciens\/annees/, 'Erreur lors du chargement des années', true],
  ['/nouveaux', /nouveaux-anciens\/\d/, 'Erreur lors du chargement des données', true],
  ['/actifs', /activite\/annees/, 'Erreur lors du chargement des années', true],
  ['/actifs', /stats-complet/, 'Erreur lors du chargement des statistiques', true],
  ['/donateurs', /segmentation-globale/, 'Erreur lors du chargement de la segmentation', false],
  ['/campagnes', /donateurs-mixtes/, 'Erreur lors du chargement des données des campagnes', false],
] as const

let web: Awaited<ReturnType<typeof startWebEnPanne>>

test.use({ tolere: [/503/] })
test.beforeAll(async ({ application }) => {
  web = await startWebEnPanne(application.serviceUrl)
})
test.afterAll(() => web.stop())

for (const [path, call, message, retry] of PANNES)
  test(`${path} dit « ${message} » quand ${call.source} échoue`, async ({ page }) => {
    web.refuse(call)
    const answer = await page.goto(`${web.url}${path}`)
    expect(answer?.status()).toBe(503)
    const alert = page.getByRole('alert').filter({ hasText: 'Erreur: ' })
    await expect(alert).toContainText(`Erreur: ${message}`)
    await expect(alert).toContainText('La base de données ne répond pas.')
    await expect(alert.getByRole('link', { name: 'Réessayer' })).toHaveCount(retry ? 1 : 0)
    await expect(page.getByRole('navigation', { name: 'Navigation principale' })).toBeVisible()
  })

test('« Réessayer » montre l’écran dès que le service répond', async ({ page }) => {
  web.refuse(/stats-complet/)
  await page.goto(`${web.url}/actifs?annee=2020`)
  web.refuse(/$^/)
  await page.getByRole('link', { name: 'Réessayer' }).click()
  await expect(page.getByText('Activité des donateurs de l’année 2020')).toBeVisible()
})

test('les données secondaires des nouveaux manquent en silence, le reste est là', async ({
  page,
}) => {
  web.refuse(/nouveaux-anciens\/(media|origine|campagnes)|campagnes\/evolution/)
  await page.goto(`${web.url}/nouveaux?annee=2020`)
  await expect(page.getByRole('main').locator('table:visible')).toHaveCount(2)
  await expect(page.getByRole('alert').filter({ hasText: 'Erreur' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: /^Répartition/ })).toHaveCount(0)
  expect(web.output()).toContain('codes média : La base de données ne répond pas.')
})

test('sans l’évolution par année, l’activité montre le reste', async ({ page }) => {
  web.refuse(/activite\/evolution/)
  await page.goto(`${web.url}/actifs?annee=2020`)
  await expect(page.getByRole('figure')).toHaveCount(1)
  await expect(page.getByRole('alert').filter({ hasText: 'Erreur' })).toHaveCount(0)
})
