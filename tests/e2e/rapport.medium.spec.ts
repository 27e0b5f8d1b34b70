import type { Page } from 'playwright/test'
import { expect, test } from '../support/e2e'
import { print } from '../support/papier'

const MM = 96 / 25.4
/** What the margins of the style sheet leave of A4. */
const WIDTH = Math.floor((210 - 2 * 12) * MM)
const HEIGHT = (297 - 13 - 16) * MM

/** The parts of the report as they stand on paper: where each begins, how high it is, how many tables it has. */
const partsOf = (page: Page) =>
  page.locator('.chapter').evaluateAll((parts) =>
    parts.map((part) => ({
      begins: getComputedStyle(part).breakBefore,
      height: part.getBoundingClientRect().height,
      width: part.scrollWidth,
      tables: part.querySelectorAll('table').length,
    })),
  )

const yearsOf = async (page: Page) => {
  await page.goto('/dashboard/rapport')
  return page.getByLabel('Année').locator('option').allTextContents()
}

/** Eight pages, and one more of what somebody typed: aims and costs. */
const mostOf = async (page: Page) =>
  8 + (await page.getByRole('heading', { name: /^Objectifs et coûts/ }).count())

test.describe('Le rapport sur papier', () => {
  test('a 6 à 8 pages A4, une de plus avec des objectifs ou des coûts, aucun tableau ni graphique coupé', async ({
    page,
  }) => {
    const [running = '', complete = '', ...others] = await yearsOf(page)
    const first = others.at(-1) ?? ''
    for (const annee of [running, complete, first]) {
      await page.setViewportSize({ width: 1280, height: 900 })
      await page.goto(`/dashboard/rapport?annee=${annee}&malgre=1`)
      const pages = await print(page)
      expect(pages, annee).toBeGreaterThanOrEqual(6)
      const most = await mostOf(page)
      expect(pages, annee).toBeLessThanOrEqual(most)

      await page.emulateMedia({ media: 'print' })
      await page.setViewportSize({ width: WIDTH, height: 900 })
      const header = (await page.locator('.page-header').boundingBox())?.height ?? NaN
      const [cover, ...parts] = await partsOf(page)
      expect(header + (cover?.height ?? NaN), annee).toBeLessThan(HEIGHT)
      expect(parts.every(({ begins }) => begins === 'page')).toBe(true)
      const withTables = parts.filter(({ tables }) => tables > 0)
      expect(withTables).toHaveLength(most - 3)
      for (const { height, width } of withTables) {
        expect(height, annee).toBeLessThan(HEIGHT)
        expect(width, annee).toBeLessThanOrEqual(WIDTH)
      }
      // One page each, and the definitions with the seal on what is left.
      expect(pages).toBeGreaterThan(1 + withTables.length)
      await page.emulateMedia({ media: null })
    }
  })

  test('tient aussi les nombres d’une grande association', async ({ page }) => {
    await page.goto('/dashboard/rapport?malgre=1')
    // As where an aim was said, which has a column of its own.
    await page
      .getByRole('table', { name: 'Montants cumulés par mois' })
      .locator('tr:not(:has(> :nth-child(6)))')
      .evaluateAll((rows) => {
        for (const { lastElementChild: last } of rows) last?.after(last.cloneNode(true))
      })
    await page.locator('.report td').evaluateAll((cells) => {
      for (const cell of cells) {
        if (/^−.*€$/.test(cell.textContent)) cell.textContent = '−123\u202f456\u202f789,00\u00a0€'
        else if (/€$/.test(cell.textContent)) cell.textContent = '123\u202f456\u202f789,00\u00a0€'
        else if (/^[\d\u202f]+$/.test(cell.textContent)) cell.textContent = '1\u202f234\u202f567'
      }
    })
    expect(await print(page)).toBeLessThanOrEqual(await mostOf(page))
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: WIDTH, height: 900 })
    const wider = await page
      .locator('.report .table-scroll')
      .evaluateAll((tables) =>
        tables
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
          .map((table) => table.querySelector('caption')?.textContent),
      )
    expect(wider).toEqual([])
  })

  test('montre l’année seule, en noir sur blanc aussi dans un thème sombre', async ({ page }) => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await page.goto('/dashboard/rapport?malgre=1')
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(22, 22, 22)')
    for (const shell of ['.header', '.navigation', '.page-actions', '.table-menu', '.version'])
      await expect(page.locator(shell).first()).toBeHidden()
    await expect(page.locator('.report thead').first()).toHaveCSS('display', 'table-header-group')
  })
})

test('le dashboard mène au rapport de l’année qu’il montre', async ({ page }) => {
  const [, complete = ''] = await yearsOf(page)
  await page.goto(`/dashboard?annee=${complete}`)
  await page.getByRole('link', { name: 'Rapport à imprimer' }).click()
  await expect(page.getByRole('heading', { name: `Rapport de l’année ${complete}` })).toBeVisible()
})

test('le mois tient sur une page A4, même avec des raisons et des nombres longs', async ({
  page,
}) => {
  await page.goto('/dashboard/mois')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Le mois')
  expect(await print(page)).toBe(1)
  await page.locator('.month').evaluate((month) => {
    for (const cell of month.querySelectorAll('td'))
      if (/€$/.test(cell.textContent)) cell.textContent = '123\u202f456\u202f789,00\u00a0€'
    const rows = month.querySelector('section tbody')
    const row = rows?.querySelector('tr')
    if (!rows || !row) return
    row
      .querySelector('th')
      ?.replaceChildren(
        'Une raison de 110 caractères, la plus longue que la page dise. '.repeat(2).slice(0, 110),
      )
    while (rows.children.length < 7) rows.append(row.cloneNode(true))
  })
  expect(await print(page)).toBe(1)
})
