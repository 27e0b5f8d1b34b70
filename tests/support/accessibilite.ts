import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from 'playwright/test'

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

/** The page as it stands, light and dark, narrow and wide: no fault of axe, no scrolling sideways. */
export async function expectAccessible(page: Page, what = ''): Promise<void> {
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await audit(page), `${what} ${colorScheme} ${width}`).toEqual([])
    }
    expect(await overflow(page), `${what} ${width}`).toBeLessThanOrEqual(0)
  }
}
