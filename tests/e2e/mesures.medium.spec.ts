import { expect, test } from '../support/e2e'
import { ECRANS } from '../support/plan'

/** Three screens: what is longer is never read to its end. */
const LONGEST = 3 * 800

/** Where the first figure of a small screen stands at the latest, below the title's top. */
const FIRST_FIGURE = 320

/** Read from one end to the other, or by its table of contents. */
const READ = '/aide'

/** These ask before they show, or show no figure. */
const ASK_FIRST = [
  READ,
  '/dashboard/arretes',
  '/dashboard/definitions',
  '/dashboard/pourquoi',
  '/dashboard/rapport',
  '/donateurs/croisements',
  '/donateurs/listes-gardees',
  '/donateurs/oppositions',
  '/donateurs/recherche',
  '/donateurs/remerciements',
  '/donations/historique',
  '/donations/legitimes',
  '/tendances',
  '/upload',
  '/upload?type=fichier',
  '/upload/modeles',
]

/** The card of somebody with more gifts than a page has. */
const FICHE = '/donateurs/fiche?contact=C000063'

for (const path of [...ECRANS.map((ecran): string => ecran.path), FICHE])
  test(`${path} : trois écrans au plus, aucun tableau coupé, un chiffre vite en vue`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(path)
    await page.waitForFunction(() => '__remixRouter' in window)
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    if (path !== READ) expect.soft(height, 'hauteur à 1280').toBeLessThanOrEqual(LONGEST)

    await page
      .locator('details:has(.table-scroll)')
      .evaluateAll((all) => all.forEach((details) => details.setAttribute('open', '')))
    const cut = await page
      .locator('.table-scroll')
      .evaluateAll((frames) =>
        frames
          .filter((frame) => frame.checkVisibility() && frame.scrollWidth > frame.clientWidth + 1)
          .map((frame) => frame.querySelector('caption')?.textContent),
      )
    expect.soft(cut, 'tableaux coupés à 1280').toEqual([])

    if (ASK_FIRST.includes(path)) return
    await page.setViewportSize({ width: 360, height: 800 })
    await page.goto(path)
    await page.waitForFunction(() => '__remixRouter' in window)
    const below = await page.evaluate(() => {
      const title = document.querySelector('main h1')?.getBoundingClientRect().top ?? 0
      const texts = document.createTreeWalker(
        document.querySelector('main .page') ?? document.body,
        NodeFilter.SHOW_TEXT,
      )
      const range = document.createRange()
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const { parentElement: holder, textContent } = text
        if (!/\d/.test(textContent ?? '') || holder?.closest('.page-header, .tabs, form')) continue
        range.selectNodeContents(text)
        const { top, width } = range.getBoundingClientRect()
        if (width > 0 && holder?.checkVisibility()) return Math.round(top - title)
      }
      return null
    })
    expect.soft(below, 'premier chiffre à 360').not.toBeNull()
    expect.soft(below, 'premier chiffre à 360').toBeLessThanOrEqual(FIRST_FIGURE)
  })
