import { expect, test } from '../support/e2e'

test('une hausse est verte, une baisse rouge, l’égalité grise', async ({ page }) => {
  const colours = async (arrow: string) => {
    const found = new Set<string>()
    for (const axe of ['campagne', 'media', 'origine']) {
      // No donor to review weighs on that year.
      await page.goto(`/campagnes/ventilation?axe=${axe}&annee=2018`)
      for (const colour of await page
        .locator('main .change', { hasText: arrow })
        .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).color)))
        found.add(colour)
    }
    return found
  }
  expect(await colours('↑')).toEqual(new Set(['rgb(24, 117, 60)']))
  expect(await colours('↓')).toEqual(new Set(['rgb(179, 38, 30)']))
  expect(await colours('→')).toEqual(new Set(['rgb(92, 92, 102)']))
})

test('le montant de l’année est deux fois plus grand que tout autre chiffre du Dashboard', async ({
  page,
}) => {
  await page.goto('/dashboard?annee=2020')
  const cards = await page.locator('.kpi').evaluateAll((all) =>
    all.map((card) => ({
      label: card.querySelector('dt')?.firstChild?.textContent,
      size: parseFloat(getComputedStyle(card.querySelector('.kpi-value') ?? card).fontSize),
      curve: card.querySelectorAll('.kpi-curve svg').length,
    })),
  )
  expect(cards.map(({ label, curve }) => [label, curve])).toEqual([
    ['Total Donateurs', 0],
    ['Total Donations', 0],
    ['Montant Total', 1],
    ['Don Moyen', 0],
  ])
  const [hero = 0, ...others] = cards.map(({ size }) => size).sort((one, other) => other - one)
  expect(hero).toBe(cards[2]?.size)
  expect(hero).toBeGreaterThanOrEqual(2 * Math.max(...others))
})

test('un graphique que la page n’a envoyé qu’une fois reste là avec les scripts, et suit l’année', async ({
  page,
}) => {
  const chart = page
    .getByRole('figure', { name: 'Montants cumulés par mois' })
    .locator('.chart-large svg')
  await page.goto('/dashboard?annee=2020')
  await page.waitForFunction(() => '__remixRouter' in window)
  await expect(chart.locator('title', { hasText: '2020' }).first()).toBeAttached()
  const before = await chart.innerHTML()
  await page.getByRole('combobox', { name: 'Année' }).selectOption('2019')
  await expect(page.getByText('Vue d’ensemble de l’année 2019')).toBeVisible()
  await expect(chart.locator('title', { hasText: '2016' }).first()).toBeAttached()
  expect(await chart.innerHTML()).not.toBe(before)
  await page.goBack()
  await expect(page.getByText('Vue d’ensemble de l’année 2020')).toBeVisible()
  expect(await chart.innerHTML()).toBe(before)
})

test('sur un petit écran un tableau défile dans son cadre, le nom de la ligne en vue', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 })
  for (const path of ['/montant', '/nouveaux', '/actifs', '/donateurs', '/campagnes']) {
    await page.goto(path)
    const wide = page.getByRole('main').locator('.table-scroll').filter({ visible: true }).first()
    const name = wide.locator('tbody th').filter({ visible: true }).first()
    const before = await name.boundingBox()
    await wide.evaluate((region) => region.scrollTo({ left: region.scrollWidth }))
    expect(await wide.evaluate((region) => region.scrollLeft), path).toBeGreaterThan(0)
    expect((await name.boundingBox())?.x, path).toBeCloseTo(before?.x ?? NaN, 0)
  }
})
