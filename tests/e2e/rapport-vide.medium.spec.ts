import { expect, test } from '../support/e2e'
import { print } from '../support/papier'

test.use({ donnees: 'un seul don' })

test('le rapport d’une base d’un seul don tient en 8 pages', async ({ page, application }) => {
  const body = new FormData()
  const file = 'id;contact_id;order_date;order_amount\r\n1;a;03/03/2024;20,00\r\n'
  body.append('donations_file', new Blob([file], { type: 'text/csv' }), 'Donations.csv')
  const url = `${application.serviceUrl}/api/upload/donations/upload`
  expect((await fetch(url, { method: 'POST', body })).status).toBe(202)
  await expect
    .poll(async () => {
      await page.goto('/dashboard/rapport?annee=2024')
      return page.getByRole('heading', { level: 1 }).textContent()
    })
    .toBe('Rapport de l’année 2024')
  expect(await print(page)).toBeLessThanOrEqual(8)
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.report-seal')).toContainText('Empreinte des chiffres')
  await expect(page.locator('.kpi-detail').first()).toHaveText('première année du fichier')
})
