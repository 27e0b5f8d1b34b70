import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from 'playwright/test'
import { contrast } from './contraste'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

interface AxeResult {
  violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[]
}

type WithAxe = typeof globalThis & { axe?: { run: (what: unknown) => Promise<AxeResult> } }

/** What axe finds wrong on the page as it stands, one line a fault. */
export async function audit(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => (globalThis as WithAxe).axe !== undefined)))
    await page.evaluate(AXE)
  const found = await page.evaluate(
    (tags) => (globalThis as WithAxe).axe?.run({ runOnly: tags, resultTypes: ['violations'] }),
    TAGS,
  )
  if (!found) throw new Error('axe is not there')
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary ?? ''}`),
  )
}

/** How far the page itself scrolls sideways, in pixels. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

/** A colour of text on the one behind it, as the browser computes them, and a text that has them. */
interface Pair {
  colour: string
  behind: string
  large: boolean
  text: string
}

/** Runs in the browser: every pair of colours that a visible text has on this page. */
function collectPairs(): Pair[] {
  const pairs = new Map<string, Pair>()
  const behindOf = (element: Element | null): string => {
    if (!element) return getComputedStyle(document.documentElement).backgroundColor
    const { backgroundColor } = getComputedStyle(element)
    return /, 0\)$|transparent/.test(backgroundColor)
      ? behindOf(element.parentElement)
      : backgroundColor
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    const text = node.textContent?.trim() ?? ''
    if (!element || text === '' || !element.checkVisibility()) continue
    if (element.closest('script, style, noscript, [disabled], .visually-hidden, svg title'))
      continue
    const { color, fill, fontSize, fontWeight } = getComputedStyle(element)
    const size = parseFloat(fontSize)
    const pair = {
      colour: element.closest('svg') ? fill : color,
      behind: behindOf(element),
      large: size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700),
      text: text.slice(0, 40),
    }
    pairs.set(`${pair.colour} ${pair.behind} ${pair.large}`, pair)
  }
  return [...pairs.values()]
}

/** In the dark too every text of the page as it stands stands out: 4.5 to 1, large text 3 to 1. */
export async function expectReadableInTheDark(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  const pairs = await page.evaluate(collectPairs)
  await page.emulateMedia({ colorScheme: 'light' })
  expect(pairs.length).toBeGreaterThan(3)
  const faint = pairs.filter(
    ({ colour, behind, large }) => contrast(colour, behind) < (large ? 3 : 4.5),
  )
  expect(faint).toEqual([])
}

/** The page as it stands: no fault of axe, readable in the dark, no scrolling sideways on a small screen. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await audit(page)).toEqual([])
  await expectReadableInTheDark(page)
  await page.setViewportSize({ width: 320, height: 800 })
  expect(await overflow(page)).toBeLessThanOrEqual(0)
}
