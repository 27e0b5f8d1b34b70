import type { Locator, Page } from 'playwright/test'

/** A table as a person sees it: the lines of a cell are cells of their own. */
export interface Tableau {
  lignes: string[][]
  totaux: string[][]
}

const cells = (rows: Locator): Promise<string[][]> =>
  rows.evaluateAll((lines) =>
    lines.map((line) =>
      [...line.children].flatMap((cell) => {
        const parts = cell.querySelectorAll('.part')
        return parts.length > 0
          ? [...parts].map((part) => part.textContent ?? '')
          : [cell.textContent ?? '']
      }),
    ),
  )

export const lireLignes = async (table: Locator): Promise<Tableau> => ({
  lignes: await cells(table.locator('tbody tr')),
  totaux: await cells(table.locator('tfoot tr')),
})

/** The table under this caption; those in closed details are not looked at. */
export async function lireTableau(page: Page, titre: string): Promise<Tableau> {
  const table = page
    .getByRole('main')
    .locator('table:visible')
    .filter({ has: page.locator('caption', { hasText: titre }) })
  await table.waitFor()
  return lireLignes(table)
}

/** What two writings of the same cell have in common: the screen's and the file's. */
export function valeurDe(cell: string): string | number {
  const bare = cell
    .replace(/^[↑→↓] /, '')
    .replace(/\u00A0(€|%)$/, '')
    .replace(/[\u202F+]/g, '')
    .replace('\u2212', '-')
  if (bare === 'N/A') return ''
  return /^-?\d+(,\d+)?$/.test(bare) ? Number(bare.replace(',', '.')) : bare
}
