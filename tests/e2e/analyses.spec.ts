import { expect, test } from '../support/e2e'
import { lireLignes, valeurDe } from '../support/tableau'

const ECRANS = ['/montant', '/nouveaux', '/actifs', '/donateurs', '/campagnes']

for (const path of ECRANS)
  test(`${path} dit de quand datent ses chiffres, et chaque tableau est dans son fichier CSV`, async ({
    page,
    request,
  }) => {
    await page.goto(path)
    await expect(page.getByText(/^Données au \d/)).toBeVisible()
    for (const summary of await page.getByText('Voir les chiffres').all()) await summary.click()
    const tables = await page.getByRole('main').locator('.data-table').all()
    expect(tables.length).toBeGreaterThan(1)
    for (const table of tables) {
      await expect(table.getByRole('table')).toBeVisible()
      const { lignes, totaux } = await lireLignes(table.getByRole('table'))
      const link = table.getByRole('link', { name: /^Télécharger « .+ » \(CSV, .+\)$/ })
      const answer = await request.get((await link.getAttribute('href')) ?? '')
      const csv = (await answer.text()).replace('\uFEFF', '').trim().split('\r\n').slice(1)
      expect(csv.map((line) => line.split(';').map(valeurDe))).toEqual(
        [...lignes, ...totaux].map((cells) => cells.map(valeurDe)),
      )
    }
  })

for (const path of ECRANS)
  test(`${path} : chaque marque d’un graphique dit un chiffre du tableau dessous`, async ({
    page,
  }) => {
    await page.goto(path)
    for (const summary of await page.getByText('Voir les chiffres').all()) await summary.click()
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
  })

test.describe('Sur un petit écran', () => {
  test.use({ viewport: { width: 320, height: 700 } })

  for (const path of ECRANS)
    test(`${path} ne défile jamais de côté ; ses tableaux défilent dans leur cadre, l’année en vue`, async ({
      page,
    }) => {
      await page.goto(path)
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow).toBe(0)
      const wide = page.getByRole('main').locator('.table-scroll').filter({ visible: true }).first()
      const name = wide.locator('tbody th').first()
      const before = await name.boundingBox()
      await wide.evaluate((region) => region.scrollTo({ left: region.scrollWidth }))
      expect((await name.boundingBox())?.x).toBeCloseTo(before?.x ?? NaN, 0)
    })
})

test('à l’impression : les chiffres dépliés, ni navigation ni boutons', async ({ page }) => {
  await page.goto('/donateurs')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('navigation')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Actualiser' })).toBeHidden()
  await expect(
    page.getByRole('figure').getByRole('table', { name: 'Part de chaque segment, par année' }),
  ).toBeVisible()
})
