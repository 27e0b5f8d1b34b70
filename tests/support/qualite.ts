import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright/test'
import { expectAccessible, overflow } from './accessibilite'
import { expect, test } from './e2e'
import type { ECRANS } from './plan'

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

/** What every screen must be. */
export function testQualite(ecrans: readonly (typeof ECRANS)[number][]): void {
  for (const { path, titre } of ecrans)
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
}
