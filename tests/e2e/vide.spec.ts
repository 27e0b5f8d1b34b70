import { expectAccessible } from '../support/accessibilite'
import { expect, test } from '../support/e2e'
import { ECRANS } from './ecrans'

test.use({ donnees: 'vide' })

/** The sentence of an empty screen and where it leads; these two screens show no data. */
const NEXT: Record<string, readonly [sentence: string, link: string, address: RegExp]> = {
  '/donations': ['Aucun don enregistré.', 'Importer des données', /^\/upload\?onglet=donations$/],
  '/donations/historique': [
    'Aucun donateur n’a encore été exclu.',
    'Voir les donations',
    /^\/donations$/,
  ],
}
const OTHERS = ['Aucun don enregistré.', 'Importer des données', /^\/upload$/] as const
const ALWAYS_FULL = ['/upload', '/tendances']

for (const { path, titre } of ECRANS)
  test(`${path} sans données dit quoi faire et reste accessible`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(titre)
    if (!ALWAYS_FULL.includes(path)) {
      const [sentence, link, address] = NEXT[path] ?? OTHERS
      const content = page.getByRole('main')
      await expect(content.getByText(sentence)).toBeVisible()
      await expect(content.getByRole('link', { name: link })).toHaveAttribute('href', address)
    }
    await expectAccessible(page)
  })
