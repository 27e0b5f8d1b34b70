import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import type { Page } from 'playwright/test'
import { overflow } from '../support/accessibilite'
import { expect, test } from '../support/e2e'
import { print } from '../support/papier'
import { analyse, csv, panelOf } from '../support/televerser'

/** Set, the pictures are taken anew: `IMAGES=1`. */
const TAKES = process.env['IMAGES'] === '1'

const FOLDER = 'remix/screens/aide/pictures'
const NOTED = 'tests/e2e/images.json'

interface Size {
  width: number
  height: number
}

interface Noted {
  sha256: string
  words: string[]
}

const noted = () => JSON.parse(readFileSync(NOTED, 'utf8')) as Record<string, Noted>

/** What names things in that part of the window, each once; figures, names, days and how many rows fit are others each month. */
const wordsIn = (page: Page, height: number) =>
  page
    .locator('h1, h2, h3, button, label:not(.dropzone), summary, caption, th[scope=col], dt')
    .evaluateAll((all, below) => {
      const seen = all.filter((one) => {
        const { top, bottom, width } = one.getBoundingClientRect()
        return width > 0 && top >= 0 && bottom <= below && one.checkVisibility()
      })
      return [...new Set(seen.map((one) => one.textContent.replace(/[\d\s]+/g, ' ').trim()))]
    }, height)

/** A picture of the top of the window, as the file that the guide shows. */
async function take(page: Page, { width, height }: Size) {
  const png = await page.screenshot({ clip: { x: 0, y: 0, width, height } })
  const blank = await page.context().newPage()
  const url = await blank.evaluate(
    async (source) => {
      const image = new Image()
      image.src = source
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = image.width
      canvas.height = image.height
      canvas.getContext('2d')?.drawImage(image, 0, 0)
      return canvas.toDataURL('image/webp', 0.65)
    },
    `data:image/png;base64,${png.toString('base64')}`,
  )
  await blank.close()
  return Buffer.from(url.split(',')[1] ?? '', 'base64')
}

/** Takes the picture, or says that its screen has other words now, or its file another content. */
async function keep(page: Page, name: string, size: Size) {
  const words = await wordsIn(page, size.height)
  expect(words.length).toBeGreaterThan(3)
  const file = `${FOLDER}/${name}.webp`
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  if (TAKES) {
    const bytes = await take(page, size)
    writeFileSync(file, bytes)
    const all = { ...noted(), [name]: { sha256: sha256(bytes), words } }
    writeFileSync(NOTED, `${JSON.stringify(all, null, 2)}\n`)
  }
  expect(
    { sha256: sha256(readFileSync(file)), words },
    'L’écran a changé : IMAGES=1 reprend les images, puis regardez-les.',
  ).toEqual(noted()[name])
}

/** Opens a screen in a window of the size that the guide gives its picture. */
async function open(page: Page, path: string, name: string): Promise<Size> {
  await page.goto('/aide')
  const shown = page.locator(`img[src*="/${name}-"]`)
  const [width, height] = await Promise.all(
    ['width', 'height'].map(async (side) => Number(await shown.getAttribute(side))),
  )
  const size = { width: width ?? NaN, height: height ?? NaN }
  await page.setViewportSize(size)
  await page.goto(path)
  await page.waitForFunction(() => '__remixRouter' in window)
  return size
}

test.describe('Les images de l’aide sont celles des écrans', () => {
  for (const [name, path, from] of [
    ['dashboard', '/dashboard?annee=2022', 0],
    ['a-verifier', '/donations/a-verifier', 450],
    ['selection', '/donateurs/selection?ensemble=actifs&annee=2022', 360],
  ] as const)
    test(name, async ({ page }) => {
      const size = await open(page, path, name)
      await page.evaluate((top) => window.scrollTo(0, top), from)
      await keep(page, name, size)
    })

  test.describe('sans données', () => {
    test.use({ donnees: 'vide' })

    test('vide', async ({ page }) => {
      await keep(page, 'vide', await open(page, '/dashboard', 'vide'))
    })

    test('apercu', async ({ page, baseURL }) => {
      const file = await fetch(`${baseURL}/demonstration/Donations-demonstration.csv`)
      const size = await open(page, '/upload?onglet=donations', 'apercu')
      await analyse(panelOf(page), csv('Donations.csv', await file.text()))
      await page.evaluate(() => window.scrollTo(0, 220))
      await keep(page, 'apercu', size)
    })
  })
})

test('L’aide tient sur huit pages A4', async ({ page }) => {
  await page.goto('/aide')
  const pages = await print(page)
  expect(pages).toBeGreaterThan(3)
  expect(pages).toBeLessThanOrEqual(8)
})

test('L’aide tient dans un petit écran, et son sommaire mène à chaque chapitre', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/aide')
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await page.getByRole('navigation', { name: 'Sommaire' }).getByText('Pour l’auditeur').click()
  await expect(page.getByRole('heading', { name: 'Pour l’auditeur' })).toBeInViewport()
})
