import { expectAccessible } from '../support/accessibilite'
import { expect, test } from '../support/e2e'
import { analyse, csv, panelOf } from '../support/televerser'

test.use({ donnees: 'demo a changer' })

const GIFTS = Array.from({ length: 45 }, (_, at) => `V${at};2;10/11/2026;V${at}`)

test('une vague, une fusion et une séparation sont accessibles', async ({ page }) => {
  await page.goto('/upload?type=donations')
  const panel = panelOf(page)
  await analyse(panel, csv('Donations.csv', ['id;montant;date;contact', ...GIFTS].join('\n')))
  await panel.getByRole('button', { name: 'Importer les donations' }).click()
  await expect(async () => {
    await page.goto('/donations/a-verifier')
    await page.getByRole('link', { name: '10/11/2026' }).first().click({ timeout: 1_000 })
  }).toPass()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Une vague de dons')
  await expectAccessible(page)

  await page.goto('/donateurs/fusion?principal=C000001&contact=C000002&contact=C000003')
  await expectAccessible(page)
  await page.getByRole('link', { name: /^en faire le principal.*C000003/ }).click()
  await expect(page.getByText('sous le numéro C000003.')).toBeVisible()
  await page.getByLabel('Votre nom').fill('Zoé Ünal')
  await page.getByLabel(/^Pourquoi/).fill('Même e-mail')
  await page.getByRole('button', { name: 'La même personne' }).click()
  await expect(page.getByText(/^✅ /)).toBeVisible()
  await page.goto('/donateurs/separation?contact=C000002')
  await expect(page.getByRole('columnheader', { name: /^C000002/ })).toBeVisible()
  await expectAccessible(page)
})
