import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright/test'
import { audit, expectAccessible, overflow } from '../support/accessibilite'
import { expect, readShared, test } from '../support/e2e'
import { AUCUN, startWebEnPanne } from '../support/panne'
import { ECRANS } from '../support/plan'
import { analyse, csv, panelOf } from '../support/televerser'

/** Keeps what the page loads, to be weighed. */
function watch(page: Page) {
  const bodies: Promise<{ url: string; body: Buffer }>[] = []
  page.on('response', (response) => {
    const body = response.body().catch(() => Buffer.alloc(0))
    bodies.push(body.then((known) => ({ url: response.url(), body: known })))
  })
  return () => Promise.all(bodies)
}

/** Text twice as large and set wider, as WCAG 1.4.4 and 1.4.12 ask. */
const enlarge = (page: Page) =>
  page.evaluate(() => {
    const { style } = document.documentElement
    style.fontSize = '200%'
    style.lineHeight = '1.5'
    style.letterSpacing = '0.12em'
    style.wordSpacing = '0.16em'
  })

for (const { path, titre } of ECRANS)
  test(`[0.1.0 E] ${path} est léger, accessible, lisible dans le noir et en grand`, async ({
    page,
    baseURL,
  }) => {
    const loaded = watch(page)
    await page.goto(path)
    await page.waitForFunction(() => '__remixRouter' in window)

    await expect(page.getByRole('heading', { level: 1 })).toContainText(titre)

    await test.step('rien d’ailleurs, et peu de poids', async () => {
      const files = await loaded()
      const weight = (kind: RegExp) =>
        files
          .filter(({ url }) => kind.test(url))
          .reduce((sum, { body }) => sum + gzipSync(body).length, 0)
      expect(files.filter(({ url }) => !url.startsWith(baseURL ?? ''))).toEqual([])
      expect(weight(/\.css$/)).toBeGreaterThan(1_000)
      expect(weight(/\.css$/)).toBeLessThanOrEqual(30_000)
      expect(weight(/\.js$/)).toBeGreaterThan(10_000)
      expect(weight(/\.js$/)).toBeLessThanOrEqual(120_000)
    })

    await page
      .locator('details')
      .evaluateAll((all) => all.forEach((details) => details.setAttribute('open', '')))
    await expectAccessible(page)

    await test.step('rien ne sort d’un écran au texte deux fois plus grand', async () => {
      await page.setViewportSize({ width: 640, height: 800 })
      await enlarge(page)
      expect(await overflow(page)).toBeLessThanOrEqual(0)
    })
  })

test('sur un petit écran, la liste, le formulaire et le menu ouvert sont accessibles', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 800 })
  for (const path of ['/donations?annee=2020', '/upload']) {
    await page.goto(path)
    expect(await audit(page), path).toEqual([])
  }
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('navigation', { name: 'Navigation principale' })).toBeVisible()
  expect(await audit(page)).toEqual([])
})

for (const [what, path] of [
  ['la fiche d’un donateur', '/donateurs/fiche?contact=C000001'],
  ['ce qu’une recherche trouve', '/donateurs/recherche?q=mar'],
  ['la confirmation d’une exclusion', '/donations/exclusion?contact_id=C000001&operation=exclure'],
  [
    'la fenêtre d’un rafraîchissement',
    '/dashboard?rafraichissement=00000000-0000-4000-8000-000000000000',
  ],
] as const)
  test(`${what} est accessible`, async ({ page }) => {
    await page.goto(path)
    await page.waitForFunction(() => '__remixRouter' in window)
    await expectAccessible(page)
  })

test('l’aperçu d’un fichier est accessible', async ({ page }) => {
  await page.goto('/upload')
  await analyse(panelOf(page), csv('Contacts.csv', 'contact_id;nom\nQ1;Zoé\n;Sans\n'))
  await expectAccessible(page)
})

test.describe('Un écran vide', () => {
  test('est accessible', async ({ browser }) => {
    const page = await browser.newPage()
    await page.goto(`${readShared().vide.url}/dashboard`)
    await expectAccessible(page)
    await page.close()
  })
})

test.describe('La page d’erreur', () => {
  test.use({ tolere: [/503/] })

  test('est accessible', async ({ page, application }) => {
    const web = await startWebEnPanne(application.serviceUrl)
    web.strike(/./)
    await page.goto(`${web.url}/dashboard`)
    await expect(page.getByRole('alert').filter({ hasText: 'Erreur: ' })).toBeVisible()
    await expectAccessible(page)
    web.strike(AUCUN)
    await web.stop()
  })
})
