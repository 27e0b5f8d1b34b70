import { expectAccessible } from '../support/accessibilite'
import { type RunningProgram, runWeb } from '../support/application'
import { expect, test } from '../support/e2e'
import { ECRANS } from '../support/plan'

/** Nothing listens there: the service is down. */
const NOWHERE = 'http://127.0.0.1:9'

const WORDS: Record<string, string> = {
  '/dashboard': 'Erreur: Erreur lors du chargement des données',
  '/montant': 'Erreur: Erreur lors du chargement des données',
  '/nouveaux': 'Erreur: Erreur lors du chargement des années',
  '/actifs': 'Erreur: Erreur lors du chargement des années',
  '/donations': 'Erreur: Erreur lors du chargement des années',
  '/donations/historique': 'Erreur: Erreur lors du chargement des données',
  '/campagnes': 'Erreur: Erreur lors du chargement des données des campagnes',
}

/** The specification lets these two show their message without a way to try again. */
const WITHOUT_RETRY = ['/campagnes', '/donateurs']

test.describe('Quand le service ne répond pas', () => {
  test.use({ tolere: [/503/] })

  let web: RunningProgram
  test.beforeAll(async () => {
    web = await runWeb(NOWHERE)
  })
  test.afterAll(() => web.stop())

  test('chaque écran garde sa coquille, dit ce qui se passe et propose de réessayer', async ({
    page,
  }) => {
    for (const { path, titre } of ECRANS) {
      const answer = await page.goto(web.url + path)
      await expect(page.getByText('Backend déconnecté')).toBeVisible()
      const attention = page.getByRole('alert').filter({ hasText: 'Attention' })
      await expect(attention).toContainText('services Docker')
      await expect(attention.getByRole('link', { name: 'Réessayer' })).toBeVisible()
      await expect(page.getByRole('link', { name: /^Dashboard/ })).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toContainText(titre)
      const message = WORDS[path]
      if (message === undefined) continue
      expect(answer?.status(), path).toBe(503)
      const failure = page.getByRole('alert').filter({ hasText: 'Erreur:' })
      await expect(failure).toContainText(message)
      await expect(failure.getByRole('link', { name: 'Réessayer' })).toHaveCount(
        WITHOUT_RETRY.includes(path) ? 0 : 1,
      )
    }
  })

  test('la page d’erreur est accessible', async ({ page }) => {
    await page.goto(`${web.url}/dashboard`)
    await expectAccessible(page)
  })
})

test('un rafraîchissement inconnu le dit dans sa fenêtre, qui se ferme', async ({ page }) => {
  await page.goto('/dashboard?rafraichissement=00000000-0000-4000-8000-000000000000')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Erreur lors de la récupération du statut')
  await dialog.getByRole('button', { name: 'Annuler' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})
