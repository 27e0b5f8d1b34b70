import type { Page } from 'playwright/test'
import { expect, test } from '../support/e2e'
import { lireLignes, valeurDe } from '../support/tableau'

const ANALYSES = ['/montant', '/nouveaux', '/actifs', '/donateurs', '/campagnes']

/** Every table of the page is in its CSV file, cell by cell. */
async function compareFiles(page: Page): Promise<number> {
  const tables = await page.getByRole('main').locator('.data-table').all()
  for (const table of tables) {
    await expect(table.getByRole('table')).toBeVisible()
    const { lignes, totaux } = await lireLignes(table.getByRole('table'))
    const link = table.getByRole('link', { name: /^Télécharger « .+ » \(CSV, .+\)$/ })
    const href = (await link.getAttribute('href')) ?? ''
    const answer = await page.request.get(href)
    expect(answer.status(), href).toBe(200)
    expect(answer.headers()['content-disposition'], href).toMatch(/^attachment; filename=/)
    const file = await answer.text()
    expect(file.charCodeAt(0), href).toBe(0xfeff)
    const csv = file.slice(1).trim().split('\r\n').slice(1)
    expect(
      csv.map((line) => line.split(';').map(valeurDe)),
      href,
    ).toEqual([...lignes, ...totaux].map((cells) => cells.map(valeurDe)))
  }
  return tables.length
}

/** Every mark of a chart says a figure of the table below it. */
async function compareMarks(page: Page): Promise<void> {
  for (const figure of await page.getByRole('figure').all()) {
    const { lignes } = await lireLignes(figure.getByRole('table'))
    const titles = await figure.locator('.chart-large title').allTextContents()
    expect(titles.length).toBeGreaterThan(0)
    for (const title of titles) {
      const [, name = '', figures = ''] = /^(.+?) (?:– .+? |→ .+? )?: (.+)$/.exec(title) ?? []
      const row = lignes.filter(([first]) => first === name).flat()
      const said = figures.split(/ \(|\)/).filter(Boolean)
      const node = lignes.filter((cells) => cells.includes(name)).length
      const isSum = node > 1 && !title.includes('→') && !title.includes('–')
      if (!isSum)
        expect(
          row.some((cell) => said.includes(cell)),
          title,
        ).toBe(true)
    }
  }
}

/** On a small screen a table scrolls in its frame, with the name of the row in sight. */
async function scrollTable(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 700 })
  const wide = page.getByRole('main').locator('.table-scroll').filter({ visible: true }).first()
  const name = wide.locator('tbody th').first()
  const before = await name.boundingBox()
  await wide.evaluate((region) => region.scrollTo({ left: region.scrollWidth }))
  expect((await name.boundingBox())?.x).toBeCloseTo(before?.x ?? NaN, 0)
}

for (const path of ANALYSES)
  test(`${path} : la date des chiffres, les mêmes nombres dans les graphiques, les tableaux et les fichiers`, async ({
    page,
  }) => {
    await page.goto(path)
    await expect(page.getByText(/^Données au \d/)).toBeVisible()
    for (const summary of await page.getByText('Voir les chiffres').all()) await summary.click()
    expect(await compareFiles(page)).toBeGreaterThan(1)
    await compareMarks(page)
    await scrollTable(page)
  })

test('les fichiers du tableau de bord ont les nombres de l’écran', async ({ page }) => {
  await page.goto('/dashboard')
  for (const summary of await page.getByText('Voir les chiffres').all()) await summary.click()
  expect(await compareFiles(page)).toBe(4)
})

test('le fichier du journal des imports a une ligne pour chacun', async ({ page }) => {
  await page.goto('/upload')
  const rows = page.getByRole('table', { name: 'Journal des imports' }).locator('tbody tr')
  const answer = await page.request.get('/telechargements/journal-des-imports.csv')
  const lines = (await answer.text()).trimEnd().split('\r\n')
  expect(lines).toHaveLength(1 + (await rows.count()))
  expect(lines).toHaveLength(3)
})
