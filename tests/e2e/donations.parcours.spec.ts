import { decide, rowOf } from '../support/decision'
import { expect, test } from '../support/e2e'

test.use({ donnees: 'demo a changer' })

test('un donateur est exclu après confirmation, puis réintégré, et l’historique le garde', async ({
  page,
  scripts,
  javaScriptEnabled,
}) => {
  const hasDialogs = javaScriptEnabled && scripts === 'entiers'
  await page.goto('/donations?annee=2020')
  if (hasDialogs) await page.waitForFunction(() => '__remixRouter' in window)
  const first = page.locator('tbody tr').filter({ hasText: 'VALIDE' }).first()
  const label = await first.getByRole('button').getAttribute('aria-label')
  const contact = label?.replace(/^.* /, '') ?? ''

  await first.locator('summary').click()
  await first.getByRole('textbox', { name: /raison/ }).fill('Chèque impayé')
  await decide(page, contact, 'Exclure', hasDialogs)
  await expect(page.getByText(/^✅ /)).toContainText(contact)
  await page.locator('footer.version').scrollIntoViewIfNeeded()
  await expect(page.getByText(/^✅ /)).toBeInViewport()
  await expect(rowOf(page, contact).first()).toContainText('EXCLU')

  await decide(page, contact, 'Réintégrer', hasDialogs)
  await expect(page.getByText(/^✅ /)).toContainText('réintégré')
  await expect(rowOf(page, contact).first()).toContainText('VALIDE')

  await page.getByRole('link', { name: 'Historique des exclusions' }).click()
  await expect(page).toHaveTitle(/^Historique des exclusions/)
  await page.locator('summary', { hasText: 'Filtrer' }).click()
  await page.getByLabel('Contact').fill(contact)
  await page.getByRole('button', { name: 'Filtrer' }).click()
  await expect(page).toHaveURL(new RegExp(`contact_id=${contact}`))
  const events = page.locator('tbody tr')
  await expect(events.nth(0)).toContainText('Réintégration')
  await expect(events.nth(0)).not.toContainText('Chèque impayé')
  await expect(events.nth(1)).toContainText('Exclusion')
  await expect(events.nth(1)).toContainText('Chèque impayé')
  await expect(page.getByText('Chaîne intacte')).toBeVisible()
})
