import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright/test'
import { expectAccessible, overflow } from '../support/accessibilite'
import { expect, test } from '../support/e2e'
import { ECRANS } from '../support/plan'
import { validate } from '../support/validation'

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
  test(`${path} est bien nommé, valide, léger, accessible et lisible en grand`, async ({
    page,
    baseURL,
  }) => {
    const loaded = watch(page)
    const answer = await page.goto(path)
    await page.waitForFunction(() => '__remixRouter' in window)

    await test.step('une langue, un titre, un titre de fenêtre', async () => {
      await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
      const heading = page.getByRole('heading', { level: 1 })
      await expect(heading).toHaveCount(1)
      await expect(heading).toContainText(titre)
      await expect(page).toHaveTitle(/ – Analyse - Gestion des Dons$/)
      const description = page.locator('meta[name=description]')
      await expect(description).toHaveCount(1)
      await expect(description).toHaveAttribute('content', /données de dons/)
    })

    await test.step('un HTML valide', async () => {
      expect(await validate((await answer?.text()) ?? '')).toEqual([])
    })

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

for (const path of [
  '/donations?annee=2020&page=3&details=1',
  '/donations/exclusion?contact_id=inconnu&operation=exclure',
])
  test(`le HTML de ${path} est valide`, async ({ request }) => {
    expect(await validate(await (await request.get(path)).text())).toEqual([])
  })

test('la politique de sécurité ne laisse passer ni style ni script en ligne', async ({
  request,
}) => {
  const answer = await request.get('/dashboard')
  const policy = answer.headers()['content-security-policy'] ?? ''
  expect(policy).toMatch(/^default-src 'none'/)
  expect(policy).toMatch(/script-src 'self' 'nonce-[\w+/=]+'/)
  expect(policy).not.toContain('unsafe')
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
  const html = await answer.text()
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>/g)].map(([tag]) => tag)
  expect(inline.length).toBeGreaterThan(0)
  for (const tag of inline) expect(tag).toContain(`nonce="${nonce}"`)
  expect(html).not.toMatch(/\sstyle=["']/)
})
