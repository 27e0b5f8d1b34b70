import { gzipSync } from 'node:zlib'
import { HtmlValidate } from 'html-validate'
import { audit, overflow } from '../support/accessibilite'
import { expect, test } from '../support/e2e'
import { ECRANS } from './ecrans'

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // Written by React: void elements and attributes as it writes them.
    'attr-case': 'off',
    'void-style': 'off',
    'doctype-style': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'no-trailing-whitespace': 'off',
    'long-title': 'off',
    'no-inline-style': 'error',
  },
})

const PAGES = [
  ...ECRANS.map(({ path }) => path),
  '/donations?annee=2020&page=3&details=1',
  '/donations/exclusion?contact_id=inconnu&operation=exclure',
]

for (const path of ECRANS.map((ecran) => ecran.path)) {
  test(`${path} est accessible, clair et sombre, étroit et large`, async ({ page }) => {
    await page.goto(path)
    await page
      .locator('details')
      .evaluateAll((all) => all.forEach((details) => details.setAttribute('open', '')))
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [320, 1280]) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 800 })
        expect(await audit(page), `${colorScheme} ${width}`).toEqual([])
        expect(await overflow(page), `défilement à ${width} px`).toBeLessThanOrEqual(0)
      }
  })
}

for (const path of PAGES) {
  test(`le HTML de ${path} est valide`, async ({ request }) => {
    const html = await (await request.get(path)).text()
    const { results } = await validator.validateString(html)
    const faults = results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, line, column }) => `${ruleId} ${line}:${column} ${message}`),
    )
    expect(faults).toEqual([])
  })
}

for (const { path, titre } of ECRANS) {
  test(`${path} a un seul titre, une langue et un titre de fenêtre`, async ({ page }) => {
    await page.goto(path)
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveCount(1)
    await expect(heading).toContainText(titre)
    await expect(page).toHaveTitle(/ – Analyse - Gestion des Dons$/)
  })

  test(`${path} ne demande rien ailleurs et pèse peu`, async ({ page, baseURL }) => {
    const bodies: { url: string; body: Buffer }[] = []
    page.on('response', async (response) => {
      const body = await response.body().catch(() => Buffer.alloc(0))
      bodies.push({ url: response.url(), body })
    })
    await page.goto(path, { waitUntil: 'networkidle' })
    const weight = (kind: RegExp) =>
      bodies
        .filter(({ url }) => kind.test(url))
        .reduce((sum, { body }) => sum + gzipSync(body).length, 0)
    expect(bodies.filter(({ url }) => !url.startsWith(baseURL ?? ''))).toEqual([])
    expect(weight(/\.css$/)).toBeGreaterThan(1_000)
    expect(weight(/\.css$/)).toBeLessThanOrEqual(30_000)
    expect(weight(/\.js$/)).toBeGreaterThan(10_000)
    expect(weight(/\.js$/)).toBeLessThanOrEqual(120_000)
  })
}

test('avec un texte deux fois plus grand et un espacement large, rien ne sort de l’écran', async ({
  page,
}) => {
  await page.setViewportSize({ width: 640, height: 800 })
  for (const { path } of ECRANS) {
    await page.goto(path)
    await page.evaluate(() => {
      const root = document.documentElement
      root.style.setProperty('font-size', '200%')
      root.style.setProperty('line-height', '1.5')
      root.style.setProperty('letter-spacing', '0.12em')
      root.style.setProperty('word-spacing', '0.16em')
    })
    expect(await overflow(page), path).toBeLessThanOrEqual(0)
  }
})

test('au clavier seul, on atteint le contenu, l’année et « Actualiser »', async ({ page }) => {
  await page.goto('/dashboard')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Aller au contenu' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('combobox', { name: 'Année' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Afficher' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Actualiser' })).toBeFocused()
})

test('à l’impression, la navigation s’efface et les chiffres des graphiques s’ouvrent', async ({
  page,
}) => {
  await page.goto('/dashboard')
  const table = page.getByRole('figure', { name: 'Donations par année' }).getByRole('table')
  await expect(table).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation', { name: 'Navigation principale' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Actualiser' })).toBeHidden()
  await expect(table).toBeVisible()
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
  expect(html).not.toMatch(/\sstyle="/)
})

test('chaque tableau se télécharge, avec les mêmes lignes qu’à l’écran', async ({
  page,
  request,
}) => {
  test.setTimeout(120_000)
  for (const { path } of ECRANS) {
    await page.goto(path)
    const tables = page.locator('.data-table')
    for (const table of await tables.all()) {
      const href = (await table.locator('.download a').getAttribute('href')) ?? ''
      const answer = await request.get(href)
      expect(answer.status(), href).toBe(200)
      expect(answer.headers()['content-disposition'], href).toMatch(/^attachment; filename=/)
      const csv = await answer.text()
      expect(csv.charCodeAt(0), href).toBe(0xfeff)
      const rows = await table.locator('tbody tr, tfoot tr').count()
      expect(csv.trimEnd().split('\r\n').length - 1, href).toBe(rows)
    }
  }
})
