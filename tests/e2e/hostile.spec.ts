import type { Page } from 'playwright/test'
import { expect, test } from '../support/e2e'
import { contactsOf, donationsOf, HOSTILE, LONG } from '../support/hostile'
import { requete } from '../support/requete'

test.use({ donnees: 'hostile' })

/** Contact ids are hostile too, in donations that come before their donors. */
const contactOf = (at: number) => {
  if (HOSTILE[at] === LONG) return LONG
  return at % 2 === 0 ? `H${at}` : `${HOSTILE[at]} ${at}`
}
const [SCRIPT, IMAGE] = HOSTILE

const SCREENS: { path: string; shows: readonly string[] }[] = [
  { path: '/dashboard', shows: [] },
  { path: '/montant', shows: [] },
  // Who is excluded counts in no figure.
  { path: '/nouveaux?annee=2024', shows: HOSTILE.filter((value) => value !== IMAGE) },
  { path: '/actifs', shows: [] },
  { path: '/tendances', shows: [] },
  { path: '/donateurs', shows: [] },
  { path: '/campagnes', shows: [] },
  { path: '/donations?details=1&annee=2024', shows: HOSTILE },
  { path: '/donations/historique', shows: HOSTILE },
  {
    path: `/donations/historique?contact_id=${encodeURIComponent(contactOf(1))}`,
    shows: [contactOf(1)],
  },
  {
    path: `/donations/exclusion?operation=exclure&contact_id=${encodeURIComponent(contactOf(3))}`,
    shows: [contactOf(3)],
  },
  ...[SCRIPT, IMAGE].map((value) => ({
    path: `/dashboard?annee=${encodeURIComponent(value)}`,
    shows: [],
  })),
]

/** Nothing that came from a file became a part of the page, and the title is the application's. */
async function expectInert(page: Page) {
  const grown = page.locator('img[src="x"], svg[onload], [onerror], [href^="javascript:" i], b')
  await expect(grown).toHaveCount(0)
  await expect(page.locator('script').filter({ hasText: /^alert/ })).toHaveCount(0)
  await expect(page).toHaveTitle(/Analyse - Gestion des Dons$/)
}

async function importFile(page: Page, onglet: string, name: string, text: string) {
  await page.goto(`/upload?onglet=${onglet}`)
  const panel = page.getByRole('tabpanel')
  await panel.locator('input[type=file]').setInputFiles({
    name: `${name}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  })
  await page.getByRole('button', { name: 'Analyser le fichier' }).click()
  await expect(page.getByRole('heading', { name: 'Analyse du fichier' })).toBeVisible()
  await expectInert(page)
  await page.getByRole('button', { name: `Importer les ${onglet}` }).click()
  await expect(page.getByText('Import terminé !')).toBeVisible()
  await expect(panel.getByText(`${name}.csv`).first()).toBeVisible()
  await expectInert(page)
}

test('un texte malveillant, où qu’il soit, s’affiche comme il est et ne s’exécute jamais', async ({
  page,
  request,
  application,
}) => {
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await importFile(page, 'donateurs', IMAGE.replaceAll('"', ''), contactsOf(HOSTILE))
  const [head = '', ...lines] = donationsOf(HOSTILE, contactOf).split('\n')
  const file = [`${head};"${SCRIPT}"`, ...lines.map((line) => line && `${line};"x"`), ''].join('\n')
  await importFile(page, 'donations', SCRIPT.replaceAll('/', ''), file)

  for (const [at, raison] of HOSTILE.entries()) {
    const excluded = await request.post(`${application.serviceUrl}/api/exclusions/exclure`, {
      data: { contact_id: contactOf(at), raison, exclu_par: raison },
    })
    expect(excluded.status(), await excluded.text()).toBe(200)
    if (at !== 1)
      await request.post(`${application.serviceUrl}/api/exclusions/reintegrer`, {
        data: { contact_id: contactOf(at) },
      })
  }
  const refreshed = await request.post(`${application.serviceUrl}/api/analytics/refresh-views`)
  expect(refreshed.status()).toBe(200)

  for (const { path, shows } of SCREENS) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectInert(page)
    const text = await page.getByRole('main').innerText()
    for (const value of shows) expect.soft(text, path).toContain(value)
  }
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/nouveaux?annee=2024')
  const origins = page.getByRole('region', { name: 'Donateurs par code origine, 2024' })
  const code = await origins.getByRole('rowheader', { name: /^W{60}$/ }).boundingBox()
  const region = await origins.boundingBox()
  expect(code?.width, 'un code très long laisse voir les chiffres').toBeLessThan(
    (region?.width ?? 0) * 0.7,
  )
  await page.goto(`/donations/exclusion?operation=exclure&contact_id=${LONG}`)
  const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(await beyond(), 'une page ne défile jamais de côté').toBeLessThanOrEqual(0)
  await page.getByRole('main').getByRole('button', { name: 'Exclure', exact: true }).click()
  await expect(page.getByText(/^✅ /)).toContainText(LONG)
  expect(await beyond(), 'ni celle qui dit ce qui est fait').toBeLessThanOrEqual(0)
  expect(dialogs).toEqual([])
  const stored = await requete(
    application.databaseUrl,
    'select count(*) as noms from donateurs where lastname = any($1)',
    [HOSTILE],
  )
  expect(Number(stored['noms'])).toBe(HOSTILE.length)
})
