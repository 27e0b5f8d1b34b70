import type { Page } from 'playwright/test'
import { expect, test } from '../support/e2e'

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

test.describe('Au clavier seul', () => {
  test('on atteint le contenu, l’année et « Actualiser »', async ({ page }) => {
    await page.goto('/dashboard')
    await press(page, 'Tab')
    await expect(page.getByRole('link', { name: 'Aller au contenu' })).toBeFocused()
    await press(page, 'Enter', 'Tab')
    await expect(page.getByRole('combobox', { name: 'Année' })).toBeFocused()
    await press(page, 'Tab')
    await expect(page.getByRole('combobox', { name: 'Comparer à' })).toBeFocused()
    await press(page, 'Tab')
    await expect(page.getByRole('button', { name: 'Afficher' })).toBeFocused()
    await press(page, 'Tab')
    await expect(page.getByRole('button', { name: 'Actualiser' })).toBeFocused()
    await press(page, 'Tab')
    await expect(page.getByRole('link', { name: 'Rapport à imprimer' })).toBeFocused()
    await press(page, 'Tab')
    await expect(page.getByRole('link', { name: 'Classeur (.xlsx)' })).toBeFocused()
    await press(page, 'Tab')
    await expect(page.getByRole('link', { name: /contrôles sur \d+ concordants/ })).toBeFocused()
    await press(page, 'Tab')
    await expect(page.getByRole('link', { name: /donateurs à vérifier$/ })).toBeFocused()
    await press(page, 'Tab')
    await expect(page.locator('.kpis a.count').first()).toBeFocused()
    // Other figures, their lists and rules; then the first chart's.
    await expect(page.locator('.kpis .how-mark').first()).toBeVisible()
    const numbers = page.locator('main .figure summary').first()
    for (let key = 0; key < 30; key += 1) {
      if (await numbers.evaluate((one) => one === document.activeElement)) break
      await press(page, 'Tab')
    }
    await expect(numbers).toBeFocused()
    await press(page, 'Enter')
    await expect(page.getByRole('table', { name: 'Donations par année' })).toBeVisible()
  })

  test('des touches pressées pendant que la page arrive ne la privent pas de ses scripts', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        const body = document.body as HTMLElement | null
        body?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }))
        if (!('__remixRouter' in window)) port2.postMessage(null)
      }
      port2.postMessage(null)
    })
    await page.goto('/dashboard?annee=2020')
    await page.waitForFunction(() => '__remixRouter' in window)
    await page.getByRole('combobox', { name: 'Année' }).selectOption('2021')
    await expect(page).toHaveURL(/annee=2021/)
  })

  test('chaque lien, bouton et champ de la liste est atteint, dans l’ordre, et se voit', async ({
    page,
  }) => {
    await page.goto('/donations?annee=2020')
    await page.getByRole('button', { name: 'Afficher' }).focus()
    const places: number[] = []
    const unseen: string[] = []
    const last = page.getByRole('link', { name: 'Suivant' })
    while (!(await last.evaluate((link) => link === document.activeElement))) {
      await press(page, 'Tab')
      const { place, outline, name } = await page.evaluate(() => {
        const all = [...document.querySelectorAll('a, button, input, select, summary, [tabindex]')]
        const focused = document.activeElement ?? document.body
        const { outlineStyle, outlineWidth } = getComputedStyle(focused)
        return {
          place: all.indexOf(focused),
          outline: outlineStyle !== 'none' && outlineWidth !== '0px',
          name: focused.textContent,
        }
      })
      places.push(place)
      if (!outline) unseen.push(name)
    }
    expect(places.length).toBeGreaterThan(25)
    expect(places).toEqual([...places].sort((one, other) => one - other))
    expect(unseen).toEqual([])
  })
})

test('à l’impression : le titre, l’année et la date, les chiffres dépliés, ni navigation ni boutons', async ({
  page,
}) => {
  for (const [path, figure] of [
    ['/dashboard?annee=2020', 'Donations par année'],
    ['/donateurs', 'Part de chaque segment, par année'],
  ] as const) {
    await page.emulateMedia({ media: 'screen' })
    await page.goto(path)
    const table = page.getByRole('figure').getByRole('table', { name: figure })
    await expect(table).toBeHidden()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText(/^Dernier don\s: \d/)).toBeVisible()
    await expect(page.getByRole('navigation')).toBeHidden()
    await expect(page.getByRole('button', { name: 'Actualiser' })).toBeHidden()
    await expect(table).toBeVisible()
    expect(await table.locator('thead').evaluate((head) => getComputedStyle(head).display)).toBe(
      'table-header-group',
    )
  }
})

test('à l’impression, une page tient dans la largeur d’une feuille', async ({ page }) => {
  await page.setViewportSize({ width: 718, height: 1000 })
  await page.emulateMedia({ media: 'print' })
  for (const path of [
    '/dashboard',
    '/nouveaux',
    '/actifs',
    '/actifs/fidelite',
    '/campagnes',
    '/campagnes/ventilation',
    '/donateurs/grille',
    '/donations',
    '/montant',
  ]) {
    await page.goto(`${path}?annee=2020`)
    await expect(page.getByRole('button')).toHaveCount(0)
    const beyond = () => document.documentElement.scrollWidth - window.innerWidth
    expect.soft(await page.evaluate(beyond), path).toBeLessThanOrEqual(0)
  }
})

test('en couleurs forcées, les séries gardent les leurs, boutons et entrée courante un cadre', async ({
  page,
}) => {
  await page.goto('/actifs?annee=2020')
  const marks = page.locator('.chart-large').first().locator('rect[fill]')
  const colours = () =>
    marks.evaluateAll((all) => [...new Set(all.map((mark) => getComputedStyle(mark).fill))])
  const before = await colours()
  expect(before.length).toBeGreaterThanOrEqual(4)
  await page.emulateMedia({ forcedColors: 'active' })
  expect(await page.evaluate(() => matchMedia('(forced-colors: active)').matches)).toBe(true)
  expect(await colours()).toEqual(before)
  const swatches = await page
    .locator('.legend .swatch:not(.swatch-running)')
    .evaluateAll((all) => [...new Set(all.map((one) => getComputedStyle(one).backgroundColor))])
  expect(swatches).toHaveLength(4)
  for (const framed of [
    page.getByRole('button', { name: 'Actualiser' }),
    page.getByRole('navigation', { name: 'Navigation principale' }).locator('[aria-current=page]'),
  ])
    await expect(framed).toHaveCSS('border-top-style', 'solid')
})

test('avec moins d’animations, rien ne bouge', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/dashboard')
  const moving = () =>
    page.evaluate(() => {
      const still = (times: string) => times.split(', ').every((time) => parseFloat(time) === 0)
      return [...document.querySelectorAll('*')].filter((element) => {
        const { transitionDuration, animationName } = getComputedStyle(element)
        return !still(transitionDuration) || animationName !== 'none'
      }).length
    })
  await page.getByRole('button', { name: 'Menu' }).click()
  expect(await moving()).toBeGreaterThan(0)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await moving()).toBe(0)
  await expect(page.getByRole('navigation', { name: 'Navigation principale' })).toBeVisible()
})
