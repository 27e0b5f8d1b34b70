import { expect, test } from '../support/e2e'

const SCREENS = ['Dashboard', 'Montants', 'Nouveaux', 'Actifs', 'Donateurs', 'Campagnes']

/** The number that a text begins with. */
const countOf = (text: string) => Number(/^[\d\u202f]+/.exec(text)?.[0].replaceAll('\u202f', ''))

test('de chaque écran, un nombre mène à ceux qu’il compte, et un nom à sa fiche', async ({
  page,
}) => {
  const navigation = page.getByRole('navigation', { name: 'Navigation principale' })
  const title = page.getByRole('heading', { level: 1 })
  await page.goto('/tendances')
  for (const screen of SCREENS) {
    await navigation.getByRole('link', { name: new RegExp(`^${screen}`) }).click()
    const links = page.locator('main a.count[href^="/donateurs/liste"]:visible')
    await expect(links.first()).toBeVisible()
    const link = links.nth(Math.floor(Math.random() * (await links.count())))
    const [count, href] = [countOf(await link.innerText()), await link.getAttribute('href')]
    await link.click()

    await expect(page.getByRole('link', { name: 'Préparer une sélection' })).toBeVisible()
    const shown = await page.locator('.kpi-value').first().innerText()
    expect(countOf(shown), `${screen} ${href}`).toBe(count)
    const name = page.getByRole('table').getByRole('rowheader').first().getByRole('link')
    const donor = await name.innerText()
    await name.click()
    await expect(title).toHaveText(donor)
  }
})
