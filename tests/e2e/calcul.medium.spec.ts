import type { Route } from 'playwright/test'
import type { Fraicheur } from '#contract/rafraichissement'
import { expectAccessible } from '../support/accessibilite'
import { decide } from '../support/decision'
import { expect, test } from '../support/e2e'
import { requete } from '../support/requete'
import { attendreCalme, importerFichier } from '../support/semer'
import { retenirCalculs } from '../support/verrou'

test.use({ donnees: 'vide a remplir' })

const donations = (...rows: string[]) =>
  ['id;order_amount;order_date;contact_id', ...rows].join('\n')

test('des chiffres attendus paraissent d’eux-mêmes, sans rien prendre à qui écrit', async ({
  page,
  application,
}) => {
  const { serviceUrl, databaseUrl } = application
  await attendreCalme(serviceUrl)
  const release = await retenirCalculs(databaseUrl)
  await importerFichier(serviceUrl, 'donations', donations('A1;100;2024-01-31;C1'))
  await page.goto('/dashboard')
  const main = page.getByRole('main')
  await expect(main).toContainText('Calcul en cours')
  await expect(main).toContainText(/0 sur \d+ étapes/)
  await expect(main).not.toContainText('Aucun don enregistré')
  await expectAccessible(page)
  await release()
  await expect(main).toContainText(/100,00\s€/)
  await expect(main).not.toContainText('Calcul en cours')

  await attendreCalme(serviceUrl)
  const releaseAgain = await retenirCalculs(databaseUrl)
  await importerFichier(serviceUrl, 'donations', donations('A2;20;2024-02-01;C2'))
  await page.goto('/donateurs/liste?ensemble=actifs&annee=2024')
  await expect(page.locator('.notice')).toContainText('1 import récent en attente')
  await page.getByText('Filtrer et trier').click()
  const minimum = page.getByRole('textbox', { name: 'Montant 2024 ≥' })
  await minimum.fill('15')
  await releaseAgain()
  await expect(main).toContainText(/120,00\s€/)
  await expect(page.locator('.notice')).toHaveCount(0)
  await expect(minimum).toBeFocused()
  await expect(minimum).toHaveValue('15')
})

test('le résumé d’un import dit de lui-même que ses chiffres sont prêts', async ({
  page,
  application,
}) => {
  const { serviceUrl, databaseUrl } = application
  await attendreCalme(serviceUrl)
  const release = await retenirCalculs(databaseUrl)
  await importerFichier(serviceUrl, 'donations', donations('B1;5;2024-03-31;C1'))
  const { fichier_id } = await requete(
    databaseUrl,
    'select fichier_id from imports order by termine_le desc limit 1',
  )
  await page.goto(`/upload?onglet=donations&import_donations=${fichier_id}`)
  const main = page.getByRole('main')
  await expect(main).toContainText('Calcul en cours')
  await release()
  await expect(main).toContainText('Les chiffres sont à jour.')
  await expect(main).toContainText(/Aucun nouveau donateur à vérifier/)
})

test('quitter un écran pendant qu’il se renouvelle ne fait pas d’erreur', async ({
  page,
  application,
}) => {
  const { serviceUrl, databaseUrl } = application
  await attendreCalme(serviceUrl)
  const release = await retenirCalculs(databaseUrl)
  await importerFichier(serviceUrl, 'donations', donations('E1;5;2024-03-31;C1'))
  await page.route('**/fraicheur', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await route.continue().catch(() => undefined)
  })
  await page.goto('/dashboard')
  await page.waitForRequest('**/fraicheur')
  await page.getByRole('link', { name: /^Montants/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Analyses par Montant')
  await page.waitForRequest('**/fraicheur')
  await page.goto('/tendances')
  await page.unroute('**/fraicheur')

  // While the loaders run anew, the person goes on.
  await page.goto('/dashboard')
  await page.route(/dashboard\.data/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    await route.continue().catch(() => undefined)
  })
  const renewal = page.waitForRequest(/dashboard\.data/)
  await release()
  await renewal
  await page.getByRole('link', { name: /^Tendances/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Page Tendances')
  await page.unroute(/dashboard\.data/)
  await page.getByRole('link', { name: /^Dashboard/ }).click()
  await expect(page.locator('.notice')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
})

test('des chiffres qui arrivent pendant une décision ne prennent pas son issue', async ({
  page,
  application,
}) => {
  const { serviceUrl, databaseUrl } = application
  await importerFichier(serviceUrl, 'donations', donations('F1;5;2024-03-31;C1'))
  await attendreCalme(serviceUrl)
  await page.goto('/donations?annee=2024')
  const release = await retenirCalculs(databaseUrl)
  await importerFichier(serviceUrl, 'donations', donations('F2;5;2024-03-31;C2'))
  await page.reload()
  await page.waitForFunction(() => '__remixRouter' in window)

  // The page that tells the outcome is slow to arrive, and the figures are there before it.
  const slowly = async (route: Route) => {
    const response = await route.fetch()
    const renewed = page.waitForResponse(
      async (answer) =>
        answer.url().endsWith('/fraicheur') && !((await answer.json()) as Fraicheur).attendu,
    )
    await release()
    await renewed
    await page.waitForTimeout(500)
    await route.fulfill({ response })
  }
  await page.route(/donations\.data/, slowly, { times: 1 })
  await decide(page, 'C1', 'Exclure', true)
  await expect(page.getByText(/^✅ /)).toContainText('exclu')
  await expect(page.locator('.notice')).toHaveCount(0)
})
